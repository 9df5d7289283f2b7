import { invalidOption, show } from '../../kernel/error.ts'
import type { ReportDocument, Span } from '../anchors/report-document.ts'
import { readChoice, refuseUnknown } from '../read-options.ts'
import { type CheckResult, findingIn, type PureCheck } from './check.ts'

const name = 'required-sections'

/** Options of the required-sections check. */
export interface RequiredSectionsOptions {
  /** Markers that the report must hold, such as `## Findings`; none blank, at least one. */
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
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 */
export function requiredSectionsCheck(options: RequiredSectionsOptions): PureCheck {
  refuseUnknown(options, ['sections', 'match', 'fencedCode'])
  const required = {
    sections: readSections(options.sections),
    match: readChoice('match', options.match, ['line', 'anywhere']),
    fencedCode: readChoice('fencedCode', options.fencedCode, ['ignore', 'count']),
  }
  return { name, cost: 'pure', run: (document) => checkSections(document, required) }
}

function readSections(sections: unknown): readonly string[] {
  if (!Array.isArray(sections) || sections.length === 0) {
    throw invalidOption('sections', `must be an array of markers, got ${show(sections)}`)
  }
  return sections.map((section: unknown) => {
    if (typeof section === 'string' && section.trim() !== '') return section
    throw invalidOption('sections', `must hold markers, got ${show(section)}`)
  })
}

function checkSections(
  document: ReportDocument,
  { sections, match, fencedCode }: Required<RequiredSectionsOptions>,
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
