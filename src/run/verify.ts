import { linkOf, payloadsOf } from '../journal/codec.ts'
import { type Entry, genesis } from '../journal/entry.ts'
import { AssayError, show } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import type { JournalStore } from '../store/journal-store.ts'

/** What a walk through a journal found. */
export type Verification =
  | { readonly ok: true; readonly entries: number; readonly blobs: number }
  | {
      readonly ok: false
      /** The first entry that is not as it was written, or whose blob is not. */
      readonly seq: number
      readonly reason: string
      /** Entries before it that are sound. */
      readonly sound: number
    }

/**
 * Walks a run's journal from its first entry: each must have its place and the hash of the entry
 * before it, and each blob the content that its name says. What the last entry says is vouched for
 * by nothing that follows it.
 *
 * Pure, as far as the store only reads.
 *
 * @throws {AssayError} `run-unknown` for a journal without entries.
 */
export async function verifyJournal(store: JournalStore, runId: string): Promise<Verification> {
  const blobs = new Set<string>()
  const walked = { seq: 0, link: genesis }
  const broken = (reason: string): Verification => {
    return { ok: false, seq: walked.seq + 1, reason, sound: walked.seq }
  }
  try {
    for await (const entry of store.read(runId)) {
      const reason = faultOf(entry, walked) ?? (await blobFault(entry, store, blobs))
      if (reason !== undefined) return broken(reason)
      walked.seq = entry.seq
      walked.link = linkOf(entry)
    }
  } catch (error) {
    if (!AssayError.is(error, 'journal-corrupt')) throw error
    return broken('it cannot be read')
  }
  if (walked.seq === 0) {
    throw new AssayError('run-unknown', `There is no run ${show(runId)}`, { runId })
  }
  return { ok: true, entries: walked.seq, blobs: blobs.size }
}

function faultOf(
  entry: Entry,
  before: { readonly seq: number; readonly link: string },
): string | undefined {
  if (entry.seq !== before.seq + 1) return `entry ${entry.seq} stands in its place`
  if (entry.prev === before.link) return undefined
  return before.seq === 0
    ? 'it does not begin a chain'
    : `it does not continue entry ${before.seq}: one of the two was changed`
}

async function blobFault(
  entry: Entry,
  store: JournalStore,
  sound: Set<string>,
): Promise<string | undefined> {
  for (const { blob } of payloadsOf(entry)) {
    if (blob === undefined || sound.has(blob)) continue
    const bytes = await store.getBlob(blob)
    if (bytes === undefined) return `its blob ${blob} is missing`
    if (sha256(bytes) !== blob) return `its blob ${blob} was changed`
    sound.add(blob)
  }
  return undefined
}
