import type { Question, Term } from './question.ts'
import type { SourceLine } from './source-lines.ts'
import { stemLine } from '../evidence/words/tokens.ts'

/** A line with how much of the question it holds. */
export interface RankedLine extends SourceLine {
  /** Stems of the line, each between spaces. */
  readonly stems: string
  /** Terms that the line itself holds, in the question's order. */
  readonly held: readonly Term[]
  /** Share of the question's weight that line and path hold, 0 to 1; a path counts half. */
  readonly coverage: number
}

/** Characters of a line that are looked at: a longer one is hardly a sentence. */
const mostCharacters = 4000
const pathShare = 0.5

/**
 * Orders lines by how many rare words of the question they hold: a term's weight falls with the
 * number of lines that hold it. Equal lines stay in the order of path and number.
 *
 * Pure; the time grows with the length of the lines.
 *
 * Source: Spärck Jones, 1972, inverse document frequency; smoothed, so that a term of every line
 * still weighs something and a term of none weighs most.
 */
export function rankLines(
  lines: readonly SourceLine[],
  { terms }: Question,
): readonly RankedLine[] {
  const read = lines.map((line) => ({ line, stems: stemLine(line.text.slice(0, mostCharacters)) }))
  const weights = terms.map((term) => {
    const holding = read.filter(({ stems }) => stems.includes(term.run)).length
    return Math.log(1 + (lines.length + 1) / (holding + 0.5))
  })
  const paths = new Map<string, string>()
  const whole = sum(weights)
  const ranked = read.map(({ line, stems }) => {
    const pathStems = paths.get(line.path) ?? stemLine(line.path)
    paths.set(line.path, pathStems)
    const shares = terms.map(({ run }, index) => {
      const weight = weights[index] ?? 0
      if (stems.includes(run)) return weight
      return pathStems.includes(run) ? weight * pathShare : 0
    })
    const held = terms.filter(({ run }) => stems.includes(run))
    return { ...line, stems, held, coverage: whole === 0 ? 0 : sum(shares) / whole }
  })
  return ranked.sort(byRank)
}

function byRank(one: RankedLine, other: RankedLine): number {
  return other.coverage - one.coverage || byPlace(one, other)
}

/** Orders lines by path, then by number. Pure. */
export function byPlace(one: SourceLine, other: SourceLine): number {
  if (one.path === other.path) return one.line - other.line
  return one.path < other.path ? -1 : 1
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
