import { type Disagreement, disagreementsIn, timeDisagreements } from './disagreement.ts'
import type { FileNotes } from './file-notes.ts'
import { isTurnedAround, stanceOf } from './polarity.ts'
import type { Question } from './question.ts'
import { byPlace } from './ranking.ts'
import type { RelevantLine } from './selection.ts'
import type { SourceLine } from './source-lines.ts'
import { isRecordLine } from './times.ts'
import { phrases } from './words/phrases.ts'
import { duties, hedges } from './words/wordings.ts'

/** Lines that are quoted together, with what is said of them before and after. */
export interface Group {
  readonly head?: string
  readonly lines: readonly RelevantLine[]
  readonly foot?: string
}

/** Most quoted lines that answer one question, notes on the files aside. */
const mostLines = 6
/** Characters of a line in which wordings are looked for. */
const mostCharacters = 2000

/**
 * The lines to quote: in the order of their rank, but first one of each file; of equal values in
 * one file only one. Times come in the order of their places.
 *
 * Pure.
 */
export function pickLines(
  relevant: readonly RelevantLine[],
  question: Question,
): readonly RelevantLine[] {
  const seen = new Set<string>()
  const firsts: RelevantLine[] = []
  for (const line of relevant) {
    const value = line.reading?.value ?? line.text.trim()
    const kind = `${line.path}\n${question.asked.kind === 'time' ? line.text : value}`
    if (!seen.has(kind)) firsts.push(line)
    seen.add(kind)
  }
  const files = new Set<string>()
  const spread = firsts.filter(({ path }) => !files.has(path) && files.add(path))
  const others = firsts.filter((line) => !spread.includes(line))
  const picked = [...spread, ...others].slice(0, mostLines)
  return question.asked.kind === 'time' ? picked.sort(byPlace) : picked
}

/**
 * Groups the lines by how they stand to the question: plain answers first, then lines that
 * disagree, deny each other, state a duty only, or leave the matter open. Each line stands once.
 *
 * Pure.
 */
export function groupLines(
  picked: readonly RelevantLine[],
  question: Question,
  notes: FileNotes,
): readonly Group[] {
  const disagreements =
    question.asked.kind === 'time' ? timeDisagreements(picked, notes) : disagreementsIn(picked)
  const groups: Group[] = disagreements.map((found) => disagreementGroup(found))
  const turned = turnedAround(without(picked, groups))
  if (turned.length > 0) groups.push({ head: phrases.turnedAround, lines: turned })
  const duty = without(picked, groups).filter(
    ({ text }) => question.asksForDeed && says(duties, text),
  )
  if (duty.length > 0) groups.push({ head: phrases.duties, lines: duty })
  const open = without(picked, groups).filter(({ text }) => says(hedges, text))
  if (open.length > 0) groups.push({ head: phrases.hedged, lines: open })
  const plain = without(picked, groups)
  return plain.length > 0 ? [{ lines: plain }, ...groups] : groups
}

function disagreementGroup({ key, lines }: Disagreement): Group {
  const records = lines.filter(({ text }) => isRecordLine(text)).length
  const isMixed = records > 0 && records < lines.length
  return { head: phrases.disagree(key), lines, ...(isMixed && { foot: phrases.records }) }
}

function without(lines: readonly RelevantLine[], groups: readonly Group[]): RelevantLine[] {
  const placed = new Set<SourceLine>(groups.flatMap((group) => group.lines))
  return lines.filter((line) => !placed.has(line))
}

/** Lines of different files that say almost the same, one of them with a negation. */
function turnedAround(lines: readonly RelevantLine[]): readonly RelevantLine[] {
  const stances = lines.map(({ text }) => stanceOf(text))
  return lines.filter((line, index) =>
    lines.some((other, at) => {
      const [one, rival] = [stances[index], stances[at]]
      if (one === undefined || rival === undefined || line.path === other.path) return false
      return isTurnedAround(one, rival)
    }),
  )
}

function says(wordings: readonly RegExp[], text: string): boolean {
  return wordings.some((wording) => wording.test(text.slice(0, mostCharacters)))
}
