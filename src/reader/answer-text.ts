import { inertText } from '../evidence/anchors/inert-code.ts'
import { citationOf } from './citation.ts'
import { timeOfLine } from './disagreement.ts'
import { type FileNotes, readFileNotes } from './file-notes.ts'
import { type Group, groupLines, pickLines } from './line-groups.ts'
import type { Question } from './question.ts'
import { type Quote, bulletOf, quoteOf } from './quote.ts'
import type { RelevantLine } from './selection.ts'
import type { Looked, SourceLine } from './source-lines.ts'
import { clockText, timeIn, utcSeconds } from './times.ts'
import { phrases } from './words/phrases.ts'

const mostNotes = 3
const mostListed = 5

/**
 * Writes the answer to a question: the lines that speak of it, word for word with their places,
 * in groups that say where they disagree, deny each other or leave the matter open.
 *
 * Pure.
 */
export function answerText(
  question: Question,
  looked: Looked,
  relevant: readonly RelevantLine[],
): string {
  if (relevant.length === 0) return notSettledText(question, looked)
  const notes = readFileNotes(looked.lines)
  const picked = pickLines(relevant, question)
  const groups = groupLines(picked, question, notes).map((group) => blockOf(group, question))
  const blocks = [...groups, ...noteBlocks(picked, question, notes)]
  return [...blocks, coverageText(looked)].filter((block) => block !== '').join('\n\n')
}

function blockOf({ head, lines, foot }: Group, question: Question): string {
  const bullets = lines.map((line) => bulletOf(quoted(line, question))).join('\n')
  return [head, bullets, foot].filter((part) => part !== undefined).join('\n\n')
}

function quoted(line: SourceLine, { terms }: Question): Quote {
  return quoteOf(
    line,
    terms.map(({ pattern }) => pattern),
  )
}

function noteBlocks(
  picked: readonly RelevantLine[],
  question: Question,
  notes: FileNotes,
): readonly string[] {
  const cited = new Set(picked.map((line) => `${line.path}:${line.line}`))
  const paths = [...new Set(picked.map(({ path }) => path))]
  const linesOf = (of: ReadonlyMap<string, SourceLine>): readonly SourceLine[] =>
    paths
      .flatMap((path) => of.get(path) ?? [])
      .filter(({ path, line }) => !cited.has(`${path}:${line}`))
      .slice(0, mostNotes)
  const asksTime =
    question.asked.kind === 'time' || /\b(?:utc|gmt|time ?zone)\b/i.test(question.text)
  const zones = asksTime ? linesOf(notes.zones) : []
  const reserved = linesOf(notes.reservations).filter((line) => !zones.includes(line))
  return [
    ...(zones.length > 0 ? [noteBlock(phrases.zones, zones)] : []),
    ...(zones.length > 0 ? conversions(picked, notes) : []),
    ...(reserved.length > 0 ? [noteBlock(phrases.reservations, reserved)] : []),
  ]
}

function noteBlock(head: string, lines: readonly SourceLine[]): string {
  return `${head}\n\n${lines.map((line) => bulletOf(quoteOf(line, []))).join('\n')}`
}

/** What local times are in UTC, where the head of a file gives the offset. */
function conversions(picked: readonly RelevantLine[], notes: FileNotes): readonly string[] {
  const sentences = picked.flatMap((line) => {
    const time = timeOfLine(line, notes)
    const isSaidByHead = timeIn(line.text)?.zone === undefined
    if (time?.zone === undefined || time.zone === 0 || !isSaidByHead) return []
    const { zone: _, ...local } = time
    const head = notes.zones.get(line.path)
    const places = head === undefined ? [line] : [line, head]
    return [
      phrases.inUtc(
        clockText(utcSeconds(local)),
        clockText(utcSeconds(time)),
        places.map(citationOf).join(' '),
      ),
    ]
  })
  return sentences.length === 0 ? [] : [sentences.join(' ')]
}

/** Says that nothing was found, what was looked for and where. Pure. */
function notSettledText(question: Question, looked: Looked): string {
  if (question.terms.length === 0) return phrases.noWords
  const terms = question.terms.map(({ text }) => `“${text}”`).join(', ')
  return [phrases.nothing(terms), ...boundaries(looked)].join('; ').concat('.')
}

function coverageText(looked: Looked): string {
  const parts = boundaries(looked)
  return parts.length === 0 ? '' : `${phrases.coverage}${parts.join('; ')}.`
}

function boundaries({ filesSearched, notChecked, failed }: Looked): readonly string[] {
  const listed = notChecked.slice(0, mostListed).map(inertText).join(', ')
  const more = notChecked.length > mostListed ? ` and ${notChecked.length - mostListed} more` : ''
  return [
    ...(filesSearched > 0 ? [phrases.searched(filesSearched)] : []),
    ...(notChecked.length > 0 ? [`${phrases.notLooked}${listed}${more}`] : []),
    ...(failed > 0 ? [phrases.lookUpsFailed(failed)] : []),
  ]
}
