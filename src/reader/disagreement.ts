import type { ClockTime } from '../evidence/values/value.ts'
import { type FileNotes, zoneOfFile } from './file-notes.ts'
import { sameReading } from './readings.ts'
import type { RelevantLine } from './selection.ts'
import { sameMoment, timeIn } from './times.ts'

/** Lines of several files that give different values for one key. */
export interface Disagreement {
  readonly key: string
  readonly lines: readonly RelevantLine[]
}

/**
 * Finds the keys for which files give different values: two files of which no value of one is a
 * value of the other. Several values in one file are a course of events and no disagreement.
 *
 * Pure.
 */
export function disagreementsIn(lines: readonly RelevantLine[]): readonly Disagreement[] {
  const byKey = Map.groupBy(
    lines.filter(({ reading }) => reading !== undefined),
    ({ reading }) => reading?.key ?? '',
  )
  return [...byKey]
    .filter(([, group]) => filesDiffer(group))
    .map(([key, group]) => ({ key, lines: group }))
}

/**
 * Finds files that give different times for what is described by the same words of the question.
 * Times are compared in UTC, as far as lines and heads of files say how they are given.
 *
 * Pure.
 */
export function timeDisagreements(
  lines: readonly RelevantLine[],
  notes: FileNotes,
): readonly Disagreement[] {
  const bySubject = Map.groupBy(lines, ({ held }) => held.map(({ run }) => run).join('|'))
  return [...bySubject.values()]
    .filter((group) => timesDiffer(group, notes))
    .map((group) => ({ key: 'the time', lines: group }))
}

/** The time of a line, with the offset that the head of its file names if it has none. Pure. */
export function timeOfLine(line: RelevantLine, notes: FileNotes): ClockTime | undefined {
  const time = timeIn(line.text)
  if (time === undefined || time.zone !== undefined) return time
  const zone = zoneOfFile(notes, line.path)
  return zone === undefined ? time : { ...time, zone }
}

function filesDiffer(lines: readonly RelevantLine[]): boolean {
  return filesAre(
    lines,
    ({ reading }) => reading,
    (one, other) => !one.some((value) => other.some((rival) => sameReading(value, rival))),
  )
}

function timesDiffer(lines: readonly RelevantLine[], notes: FileNotes): boolean {
  return filesAre(
    lines,
    (line) => timeOfLine(line, notes),
    (one, other) =>
      !one.some((time) =>
        other.some((rival) => !areComparable(time, rival) || sameMoment(time, rival)),
      ),
  )
}

/** Whether two of the files are apart by what their lines give. */
function filesAre<Given>(
  lines: readonly RelevantLine[],
  given: (line: RelevantLine) => Given | undefined,
  apart: (one: readonly Given[], other: readonly Given[]) => boolean,
): boolean {
  const byFile = [...Map.groupBy(lines, ({ path }) => path).values()]
    .map((group) => group.map(given).filter((value) => value !== undefined))
    .filter((values) => values.length > 0)
  return byFile.some((one, index) => byFile.slice(index + 1).some((other) => apart(one, other)))
}

/** Times of which only one has a known zone may be the same. */
function areComparable(one: ClockTime, other: ClockTime): boolean {
  return (one.zone === undefined) === (other.zone === undefined)
}
