import { zoneNamed } from '../evidence/values/zone.ts'
import { byPlace } from './ranking.ts'
import type { SourceLine } from './source-lines.ts'
import { reservations, zoneNotes } from './words/wordings.ts'

/** What the first lines of files say of the files themselves. */
export interface FileNotes {
  /** How a file says that its times are given, by path. */
  readonly zones: ReadonlyMap<string, SourceLine>
  /** By which line a file says that it is no finished record, by path. */
  readonly reservations: ReadonlyMap<string, SourceLine>
}

/** The last line that counts as the head of a file. */
export const headEnd = 5

/** Reads what files say of themselves in the lines shown of their heads. Pure. */
export function readFileNotes(lines: readonly SourceLine[]): FileNotes {
  const zones = new Map<string, SourceLine>()
  const reserved = new Map<string, SourceLine>()
  const heads = lines.filter(({ line }) => line <= headEnd)
  for (const head of heads.sort(byPlace)) {
    const says = (patterns: readonly RegExp[]): boolean =>
      patterns.some((pattern) => pattern.test(head.text.slice(0, 400)))
    if (says(zoneNotes) && !zones.has(head.path)) zones.set(head.path, head)
    if (says(reservations) && !reserved.has(head.path)) reserved.set(head.path, head)
  }
  return { zones, reservations: reserved }
}

/** Minutes ahead of UTC of a file's times, if its head says so. Pure. */
export function zoneOfFile(notes: FileNotes, path: string): number | undefined {
  const note = notes.zones.get(path)
  return note === undefined ? undefined : zoneNamed(note.text)
}
