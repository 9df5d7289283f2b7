import { type Entry, journalFormat } from './entry.ts'

/** An entry as some format wrote it: JSON whose shape only the steps of that format know. */
export type WrittenEntry = Readonly<Record<string, unknown>>

/** Makes of an entry of one format the same entry of the next. Pure. */
export type UpcastStep = (entry: WrittenEntry) => WrittenEntry

/**
 * The formats that can be read: the present one, and a step from each format to the next, the first
 * from 1 to 2. A step is never changed: journals that its format wrote stay as they are for ever.
 */
export interface Formats {
  readonly present: number
  readonly steps: readonly UpcastStep[]
}

/** The formats that this code reads. */
export const knownFormats: Formats = { present: journalFormat, steps: [] }

/** The format of an entry: a format above 1 stands in each entry that was written in it. Pure. */
export function formatOf(entry: WrittenEntry): number {
  return typeof entry['format'] === 'number' ? entry['format'] : 1
}

/**
 * Reads an entry of an older format as one of the present format, one step after the other.
 *
 * Pure.
 *
 * @param entry An entry of the present format or of an older one.
 * @returns The entry itself if it is of the present format.
 */
export function upcast(entry: WrittenEntry, { present, steps }: Formats): Entry {
  const format = formatOf(entry)
  const read = steps.slice(format - 1, present - 1).reduce((each, step) => step(each), entry)
  return (format === present ? entry : { ...read, format: present }) as unknown as Entry
}
