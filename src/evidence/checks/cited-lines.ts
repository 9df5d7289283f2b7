import type { Anchor } from '../anchors/anchor.ts'
import type { Citation, Sentence } from '../anchors/report-document.ts'
import { linesAround, type Snapshot } from '../snapshot.ts'

/** The lines that one citation points at, read from a snapshot. */
export interface CitedLines {
  readonly citation: Citation
  readonly anchor: Anchor
  /** Number of the first line. */
  readonly first: number
  readonly lines: readonly string[]
}

/**
 * Reads the lines of every citation of a sentence that resolves; a place cited twice counts once.
 *
 * Pure.
 *
 * @param window Lines to read on both sides of each span.
 */
export function citedLines(
  sentence: Sentence,
  snapshot: Snapshot,
  window: number,
): readonly CitedLines[] {
  const seen = new Set<string>()
  return sentence.citations.flatMap((citation) => {
    if (citation.target.kind !== 'lines') return []
    const { anchor } = citation.target
    const key = `${anchor.path}:${anchor.start}-${anchor.end}`
    const read = seen.has(key) ? undefined : linesAround(snapshot, anchor, window)
    seen.add(key)
    return read === undefined ? [] : [{ citation, anchor, ...read }]
  })
}

const maxExcerptLines = 6
const maxLineChars = 160

/** The lines as a finding shows them, numbered and cut to a readable length. Pure. */
export function excerpt({ first, lines }: Pick<CitedLines, 'first' | 'lines'>): string {
  const shown = lines.slice(0, maxExcerptLines).map((line, index) => {
    const cut = line.length > maxLineChars ? `${line.slice(0, maxLineChars)}…` : line
    return `L${first + index}: ${cut}`
  })
  const left = lines.length - shown.length
  return [...shown, ...(left > 0 ? [`… ${left} more lines`] : [])].join('\n')
}

const maxShownCitations = 5

/** The citations of some lines, and the lines, as a finding names them: a few of many. Pure. */
export function citedAt(cited: readonly CitedLines[]): {
  readonly citation: string
  readonly evidence: string
} {
  const shown = cited.slice(0, maxShownCitations)
  const more = cited.length > shown.length ? ` and ${cited.length - shown.length} more` : ''
  const names = new Set(shown.map(({ citation }) => citation.text))
  return {
    citation: [...names].join(', ') + more,
    evidence: shown.map((lines) => `${lines.anchor.path}\n${excerpt(lines)}`).join('\n'),
  }
}
