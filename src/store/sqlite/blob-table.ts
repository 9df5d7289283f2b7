import type { DatabaseSync } from 'node:sqlite'
import { unclaimedMs } from '../blob-rules.ts'

/** The statements on `blob`, `blob_use` and `blob_unclaimed`. */
export interface BlobTable {
  put(hash: string, bytes: Uint8Array, now: number): void
  get(hash: string): Uint8Array | undefined
  /** Notes that an entry of the run refers to the blob. */
  claim(runId: string, hash: string): void
  /** Forgets what the run refers to, and deletes what nothing refers to any more. */
  release(runId: string, now: number): void
}

/**
 * Prepares the statements on blobs. A blob is unclaimed from the moment it is put until an entry
 * refers to it: meanwhile no deletion takes it, unless its writer is long gone. What is said of a
 * blob stands beside it, since a change of its own row would write its bytes again.
 */
export function blobTable(database: DatabaseSync): BlobTable {
  const put = database.prepare('INSERT OR IGNORE INTO blob (hash, bytes) VALUES (?, ?)')
  const noteUnclaimed = database.prepare(`
    INSERT INTO blob_unclaimed (hash, since) VALUES (?, ?)
    ON CONFLICT (hash) DO UPDATE SET since = excluded.since
  `)
  const get = database.prepare('SELECT bytes FROM blob WHERE hash = ?')
  const use = database.prepare('INSERT OR IGNORE INTO blob_use (run, hash) VALUES (?, ?)')
  const claim = database.prepare('DELETE FROM blob_unclaimed WHERE hash = ?')
  const orphans = database.prepare(`
    DELETE FROM blob
    WHERE hash NOT IN (SELECT hash FROM blob_unclaimed)
      AND hash IN (SELECT hash FROM blob_use WHERE run = ?)
      AND NOT EXISTS (SELECT 1 FROM blob_use WHERE hash = blob.hash AND run <> ?)
  `)
  const forget = database.prepare('DELETE FROM blob_use WHERE run = ?')
  const abandoned = database.prepare(`
    DELETE FROM blob
    WHERE hash IN (SELECT hash FROM blob_unclaimed WHERE since < ?)
      AND NOT EXISTS (SELECT 1 FROM blob_use WHERE hash = blob.hash)
  `)
  const expired = database.prepare('DELETE FROM blob_unclaimed WHERE since < ?')
  return {
    put(hash, bytes, now) {
      put.run(hash, bytes)
      noteUnclaimed.run(hash, now)
    },
    get: (hash) => (get.get(hash) as unknown as { bytes: Uint8Array } | undefined)?.bytes,
    claim(runId, hash) {
      use.run(runId, hash)
      claim.run(hash)
    },
    release(runId, now) {
      orphans.run(runId, runId)
      forget.run(runId)
      abandoned.run(now - unclaimedMs)
      expired.run(now - unclaimedMs)
    },
  }
}
