import type { ReportDocument, Span } from '../anchors/report-document.ts'
import { type CheckResult, findingIn, type PureCheck } from './check.ts'

const name = 'required-sections'

/** Options of the required-sections check. */
export interface RequiredSectionsOptions {
  /** Markers that the report must hold, such as `## Findings`. */
  readonly sections: readonly string[]
  /** `line` (default): a marker is a line of its own, or the words of a heading. `anywhere`: it may stand within one. */
  readonly match?: 'line' | 'anywhere'
  /** Whether markers in fenced code count: `ignore` by default. */
  readonly fencedCode?: 'ignore' | 'count'
}

/**
 * Checks that a report holds its required sections.
 *
 * Pure.
 *
 * @param options `sections`, `match`, `fencedCode`.
 * @returns The check "required-sections".
 */
export function requiredSectionsCheck(options: RequiredSectionsOptions): PureCheck {
  return { name, cost: 'pure', run: (document) => checkSections(document, options) }
}

function checkSections(
  document: ReportDocument,
  { sections, match = 'line', fencedCode = 'ignore' }: RequiredSectionsOptions,
): CheckResult {
  const text = fencedCode === 'ignore' ? without(document.text, document.code) : document.text
  const headings = document.headings.map((heading) => heading.text)
  const lines = new Set([...text.split(/\r?\n/), ...headings].map(trimmed))
  const isThere = (marker: string): boolean =>
    match === 'line' ? lines.has(trimmed(marker)) : text.includes(marker)
  const findings = sections
    .filter((marker) => !isThere(marker))
    .map((marker) =>
      findingIn(
        name,
        { section: '', text: marker, offset: 0 },
        { severity: 'error', message: 'The report lacks the required section' },
      ),
    )
  return { findings, judged: sections.length, total: sections.length, sentences: new Set() }
}

function trimmed(line: string): string {
  return line.trim().replace(/\s+/g, ' ')
}

function without(text: string, code: readonly Span[]): string {
  let kept = ''
  let at = 0
  for (const { offset, end } of code) {
    kept += text.slice(at, offset)
    at = end
  }
  return kept + text.slice(at)
}
