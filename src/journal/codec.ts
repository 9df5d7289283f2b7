import { canonicalJson } from '../kernel/canonical-json.ts'
import { AssayError } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import { type Entry, type EntryType, journalFormat, type Payload } from './entry.ts'

const texts = new WeakMap<Entry, string>()

/** Writes an entry as the canonical JSON that is stored and hashed. Pure. */
export function encodeEntry(entry: Entry): string {
  const known = texts.get(entry)
  if (known !== undefined) return known
  const text = canonicalJson(entry as unknown as Json)
  texts.set(entry, text)
  return text
}

/** The link that the next entry's `prev` carries. Pure. */
export function linkOf(entry: Entry): string {
  return sha256(encodeEntry(entry))
}

const types: Readonly<Record<EntryType, true>> = {
  'run-started': true,
  'step-started': true,
  'step-completed': true,
  'step-failed': true,
  decided: true,
  'run-settled': true,
  'run-reopened': true,
}

/**
 * Reads one stored record.
 *
 * Pure.
 *
 * @param text The record, as `encodeEntry` wrote it.
 * @param place The run and the `seq` that the record must carry.
 * @throws {AssayError} `journal-corrupt` if it is no entry or out of place, `journal-format` if the
 * journal is of a format that is not known here.
 */
export function decodeEntry(text: string, place: { runId: string; seq: number }): Entry {
  const entry = parse(text)
  if (entry === undefined || entry.seq !== place.seq || !Object.hasOwn(types, entry.type)) {
    throw new AssayError(
      'journal-corrupt',
      `Entry ${place.seq} of run "${place.runId}" cannot be read; entries 1 to ${place.seq - 1} can`,
      { ...place, readable: place.seq - 1 },
    )
  }
  if (entry.type === 'run-started' && entry.format !== journalFormat) {
    throw new AssayError(
      'journal-format',
      `Run "${place.runId}" has journal format ${entry.format}; this version knows ${journalFormat}`,
      { runId: place.runId, format: entry.format, known: journalFormat },
    )
  }
  return entry
}

/** Whether a value has the outline of an entry: its type, its place and its payload. Pure. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Entry
  return (
    Object.hasOwn(types, entry.type) &&
    Number.isSafeInteger(entry.seq) &&
    payloadsOf(entry).every((payload) => typeof payload === 'object' && payload !== null)
  )
}

/** The payloads that an entry carries. Pure. */
export function payloadsOf(entry: Entry): readonly Payload[] {
  switch (entry.type) {
    case 'run-started':
      return [entry.args]
    case 'step-completed':
      return [entry.output]
    case 'decided':
      return [entry.value]
    case 'run-settled':
      return [entry.outcome]
    case 'step-started':
    case 'step-failed':
    case 'run-reopened':
      return []
  }
}

function parse(text: string): Entry | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'type' in value && 'seq' in value
      ? (value as Entry)
      : undefined
  } catch {
    return undefined
  }
}
