import { encodeEntry, isEntry, payloadsOf } from '../journal/codec.ts'
import type { Entry } from '../journal/entry.ts'
import { invalidArgument } from '../kernel/error.ts'
import type { Appended, WriteGuard } from './journal-store.ts'

/** The entries of one append, as they are stored. */
export interface Batch {
  /** `seq` of the first entry; absent where nothing is appended. */
  readonly firstSeq?: number
  /** Canonical texts, in order. */
  readonly texts: readonly string[]
  /** Hashes of the blobs that the entries refer to. */
  readonly blobs: readonly string[]
}

/** Where a run stands, as far as its writer must know it. */
export interface Standing {
  /** `seq` of the last entry; 0 for an empty journal. */
  readonly lastSeq: number
  /** The highest token ever given out for the run; 0 if it was never leased. */
  readonly token: number
}

/**
 * Encodes the entries of one append at the moment of the call, so that nothing that happens to
 * them afterwards is stored.
 *
 * Pure.
 *
 * @param entries Entries with consecutive `seq`.
 * @throws {AssayError} `invalid-argument` for what is no entry, or if the `seq` of an entry is not
 * one above that before it.
 */
export function encodeBatch(entries: readonly Entry[]): Batch {
  if (!Array.isArray(entries)) throw invalidArgument('entries', entries, 'an array of entries')
  const [first] = entries as readonly Entry[]
  if (first === undefined) return { texts: [], blobs: [] }
  const texts: string[] = []
  const blobs: string[] = []
  for (const [index, entry] of entries.entries()) {
    if (!isEntry(entry)) throw invalidArgument(`entries[${index}]`, entry, 'an entry of a journal')
    const expected = first.seq + index
    if (entry.seq !== expected) {
      throw invalidArgument(`entries[${index}].seq`, entry.seq, `${expected}`)
    }
    texts.push(encodeEntry(entry))
    for (const { blob } of payloadsOf(entry)) if (blob !== undefined) blobs.push(blob)
  }
  return { firstSeq: first.seq, texts, blobs }
}

/**
 * Decides whether a writer may append. A token that is not the highest ever given out is fenced,
 * also when that lease was released or ran out; token 0 writes only to a run never leased. Fencing
 * is told before a conflict: it is final.
 *
 * Pure.
 */
export function judgeAppend(standing: Standing, batch: Batch, guard: WriteGuard): Appended {
  const { lastSeq, token } = standing
  if (guard.token !== token) return { ok: false, reason: 'fenced', heldBy: token }
  const isNext = batch.firstSeq === undefined || batch.firstSeq === guard.after + 1
  if (guard.after !== lastSeq || !isNext) return { ok: false, reason: 'conflict', lastSeq }
  return { ok: true, lastSeq: lastSeq + batch.texts.length }
}
