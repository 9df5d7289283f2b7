import { canonicalJson } from '../kernel/canonical-json.ts'
import { AssayError } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import type { Entry, EntryType, Payload } from './entry.ts'
import { type Formats, formatOf, knownFormats, upcast, type WrittenEntry } from './upcast.ts'

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

/** Every entry type, with the name of its field that holds a payload, if it has one. */
const payloadFields: Readonly<Record<EntryType, string | undefined>> = {
  'run-started': 'args',
  'step-started': undefined,
  'step-completed': 'output',
  'step-failed': undefined,
  decided: 'value',
  'signal-awaited': 'schema',
  'signal-received': 'value',
  'signal-refused': 'value',
  'signal-expired': 'value',
  'cancel-requested': undefined,
  'run-suspended': undefined,
  'run-settled': 'outcome',
  'run-reopened': undefined,
}

/**
 * Reads one stored record, an older format as the present one. What is stored stays as it is, and
 * so does the link that the next entry carries.
 *
 * Pure.
 *
 * @param text The record, as `encodeEntry` wrote it.
 * @param place The run and the `seq` that the record must carry.
 * @param formats The formats that can be read.
 * @throws {AssayError} `journal-corrupt` if it is no entry or out of place, `journal-format` if it
 * is of a format that is not known here.
 */
export function decodeEntry(
  text: string,
  place: { runId: string; seq: number },
  formats: Formats = knownFormats,
): Entry {
  const written = parse(text)
  if (written === undefined) throw unreadable(place)
  const format = formatOf(written)
  if (format > formats.present || format < 1) throw unknownFormat(place.runId, format, formats)
  const entry = upcast(written, formats)
  if (entry.seq !== place.seq || !Object.hasOwn(payloadFields, entry.type)) throw unreadable(place)
  if (format !== formats.present) texts.set(entry, text)
  return entry
}

/** Says that a record cannot be read, and how many before it can. Pure. */
export function unreadable({ runId, seq }: { runId: string; seq: number }): AssayError {
  const message = `Entry ${seq} of run "${runId}" cannot be read; entries 1 to ${seq - 1} can`
  return new AssayError('journal-corrupt', message, { runId, seq, readable: seq - 1 })
}

function unknownFormat(runId: string, format: number, { present: known }: Formats): AssayError {
  const message = `Run "${runId}" has journal format ${format}; this version knows ${known}`
  return new AssayError('journal-format', message, { runId, format, known })
}

/** Whether a value has the outline of an entry: its type, its place and its payload. Pure. */
export function isEntry(value: unknown): value is Entry {
  if (typeof value !== 'object' || value === null) return false
  const entry = value as Entry
  if (!Object.hasOwn(payloadFields, entry.type) || !Number.isSafeInteger(entry.seq)) return false
  const [payload] = payloadsOf(entry)
  if (payload !== undefined) return typeof payload === 'object' && payload !== null
  // A signal may have no schema and no default; every other payload is there, if only empty.
  const mayLack = entry.type === 'signal-awaited' || entry.type === 'signal-expired'
  return mayLack || payloadFields[entry.type] === undefined
}

/** The payloads that an entry carries. Pure. */
export function payloadsOf(entry: Entry): readonly Payload[] {
  const field = payloadFields[entry.type]
  if (field === undefined) return []
  const payload = (entry as unknown as Readonly<Record<string, Payload | undefined>>)[field]
  return payload === undefined ? [] : [payload]
}

function parse(text: string): WrittenEntry | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'type' in value && 'seq' in value
      ? (value as WrittenEntry)
      : undefined
  } catch {
    return undefined
  }
}
