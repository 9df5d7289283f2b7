import type { Question } from './question.ts'
import { type RankedLine, rankLines } from './ranking.ts'
import { type KeyReader, keyReadersOf, type Reading, readingOf } from './readings.ts'
import type { SourceLine } from './source-lines.ts'

/** A line that speaks of the question, with the value that it gives for one of its keys. */
export interface RelevantLine extends RankedLine {
  readonly reading?: Reading
}

const leastCoverage = 0.5
const leastOfBest = 0.8
const hasDateOrTime =
  /\d{4}-\d{2}-\d{2}|\b\d{1,2}:\d{2}\b|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\b\d{1,2}\.? (?:of )?\p{Lu}\p{L}{2,}/u

/**
 * The lines that speak of a question, best first: at least half of its weight and two of its
 * terms, nearly as much as the best line has, and a value of the kind that is asked for. Lines
 * that ask themselves are none. No line is better than a bad one.
 *
 * Pure.
 */
export function relevantLines(
  lines: readonly SourceLine[],
  question: Question,
): readonly RelevantLine[] {
  const readers = keyReadersOf(question)
  const nameReaders = readers.filter(({ isName }) => isName)
  const speaking = rankLines(lines, question)
    .filter((line) => holdsName(line, question) && !asks(line.text))
    .map((line) => withReading(line, readers))
    .filter((line) => answersKind(line, question))
  const isNamed = (line: RelevantLine): boolean =>
    nameReaders.some(({ key }) => key === line.reading?.key)
  const covered = speaking.filter((line) => isCovered(line, question))
  const floor = (covered[0]?.coverage ?? 0) * leastOfBest
  return speaking.filter(
    (line) => isNamed(line) || (isCovered(line, question) && line.coverage >= floor),
  )
}

function withReading(line: RankedLine, readers: readonly KeyReader[]): RelevantLine {
  const reading = readingOf(readers, line.text)
  return reading === undefined ? line : { ...line, reading }
}

/** A question with names is only answered by lines that hold one of them. */
function holdsName(line: RankedLine, { terms }: Question): boolean {
  return !terms.some(({ isName }) => isName) || line.held.some(({ isName }) => isName)
}

function asks(text: string): boolean {
  return /\?["'”»)\]*_`]*\s*$/.test(text.slice(-20))
}

function answersKind(line: RelevantLine, { asked }: Question): boolean {
  if (asked.kind === 'count') return line.reading !== undefined
  return asked.kind === 'any' || hasDateOrTime.test(line.text.slice(0, 4000))
}

function isCovered(line: RankedLine, { terms }: Question): boolean {
  return line.coverage >= leastCoverage && line.held.length >= Math.min(2, terms.length)
}
