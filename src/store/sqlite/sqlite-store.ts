import { sha256 } from '../../kernel/hash.ts'
import { encodeBatch } from '../append-rules.ts'
import { startSeq, storedId } from '../arguments.ts'
import type { JournalStore } from '../journal-store.ts'
import { leaseRequest } from '../lease-rules.ts'
import { spending } from '../spend-rules.ts'
import { storeClosed } from '../store-failed.ts'
import { connection, type Tables } from './connection.ts'
import { groupCommit } from './group-commit.ts'
import { readOptions, type SqliteOptions } from './options.ts'
import { listHeads, readEntries } from './reads.ts'
import { appendBatch, deleteRun, releaseLease, renewLease, spend, takeLease } from './writes.ts'

/**
 * Keeps journals in one SQLite file, which several processes may share. Writes that wait together
 * share one commit. The file is opened at the first use; one that cannot be opened, or that is not
 * ours, is left as it was, and that use fails as `store-failed`.
 *
 * Durable.
 *
 * @param options The path of the file, what a commit survives (default: a power cut), and the
 * clock that leases run out by.
 * @returns The store. `close()` it to give the file back.
 * @throws {AssayError} `invalid-option` for an option that is not known or cannot act.
 *
 * @example
 * ```ts
 * const store = sqliteStore({ path: '.assay/assay.db' })
 * ```
 */
export function sqliteStore(options: SqliteOptions): JournalStore {
  const { path, durability, clock } = readOptions(options)
  const file = connection(path, durability)
  const commits = groupCommit(file.transaction)
  let isClosed = false

  function write<Answer>(operation: string, change: (tables: Tables) => Answer): Promise<Answer> {
    if (isClosed) return Promise.reject(storeClosed(operation))
    return commits.write(operation, () => change(file.tables()))
  }

  return {
    async append(runId, entries, guard) {
      const run = storedId('runId', runId)
      const batch = encodeBatch(entries)
      return write('append', (tables) => appendBatch(tables, run, batch, guard))
    },
    read: (runId, from = 1) => readEntries(file, storedId('runId', runId), startSeq(from)),
    list: (filter = {}) => listHeads(file, filter),
    async lease(runId, owner, leaseOptions) {
      const request = leaseRequest(storedId('runId', runId), owner, leaseOptions)
      return write('lease', (tables) => takeLease(tables, request, clock.now()))
    },
    renew: (lease) => write('renew', (tables) => renewLease(tables, lease, clock.now())),
    release: (lease) => write('release', (tables) => releaseLease(tables, lease)),
    async putBlob(bytes) {
      const kept = new Uint8Array(bytes)
      const hash = sha256(kept)
      await write('putBlob', ({ blobs }) => blobs.put(hash, kept, clock.now()))
      return hash
    },
    getBlob: async (hash) => file.read('getBlob', ({ blobs }) => blobs.get(hash)),
    async post(runId, { id, at, body }) {
      const run = storedId('runId', runId)
      const text = JSON.stringify({ id: storedId('message.id', id), at, body })
      return write('post', ({ messages }) => messages.insert(run, id, text))
    },
    async inbox(runId) {
      const run = storedId('runId', runId)
      return file.read('inbox', ({ messages }) => messages.all(run))
    },
    async dismiss(runId, messageIds) {
      const run = storedId('runId', runId)
      return write('dismiss', ({ messages }) => {
        for (const id of messageIds) messages.dismiss(run, id)
      })
    },
    async spend(day, nanoUsd, limitNanoUsd) {
      const asked = spending(day, nanoUsd, limitNanoUsd)
      return write('spend', (tables) => spend(tables, asked))
    },
    async delete(runId) {
      const run = storedId('runId', runId)
      return write('delete', (tables) => deleteRun(tables, run, clock.now()))
    },
    async close() {
      isClosed = true
      await commits.drained()
      file.close()
    },
  }
}
