import type { Clock } from '../../kernel/clock.ts'
import { sha256 } from '../../kernel/hash.ts'
import { encodeBatch } from '../append-rules.ts'
import {
  blobBytes,
  blobHash,
  heldLease,
  startSeq,
  storedId,
  storedMessage,
  writeGuard,
} from '../arguments.ts'
import type { JournalStore } from '../journal-store.ts'
import { leaseRequest } from '../lease-rules.ts'
import { spending } from '../spend-rules.ts'
import { storeClosed } from '../store-failed.ts'
import { type Connection, connection, type Tables } from './connection.ts'
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
 * @throws {AssayError} `invalid-option` or `invalid-argument` for an option that is not known or cannot act.
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
      const { after, token } = writeGuard(guard)
      return write('append', (tables) => appendBatch(tables, run, batch, { after, token }))
    },
    read: (runId, from = 1) => readEntries(file, storedId('runId', runId), startSeq(from)),
    list: (filter = {}) => listHeads(file, filter),
    async lease(runId, owner, leaseOptions) {
      const request = leaseRequest(storedId('runId', runId), owner, leaseOptions)
      return write('lease', (tables) => takeLease(tables, request, clock.now()))
    },
    async renew(lease) {
      const held = heldLease(lease)
      return write('renew', (tables) => renewLease(tables, held, clock.now()))
    },
    async release(lease) {
      const held = heldLease(lease)
      return write('release', (tables) => releaseLease(tables, held))
    },
    ...blobMethods(file, write, clock),
    ...inboxMethods(file, write),
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

type Write = <Answer>(operation: string, change: (tables: Tables) => Answer) => Promise<Answer>

function blobMethods(
  file: Connection,
  write: Write,
  clock: Pick<Clock, 'now'>,
): Pick<JournalStore, 'putBlob' | 'getBlob'> {
  return {
    async putBlob(bytes) {
      const kept = blobBytes(bytes)
      const hash = sha256(kept)
      await write('putBlob', ({ blobs }) => blobs.put(hash, kept, clock.now()))
      return hash
    },
    async getBlob(hash) {
      const wanted = blobHash(hash)
      return file.read('getBlob', ({ blobs }) => blobs.get(wanted))
    },
  }
}

function inboxMethods(
  file: Connection,
  write: Write,
): Pick<JournalStore, 'post' | 'inbox' | 'dismiss'> {
  return {
    async post(runId, message) {
      const run = storedId('runId', runId)
      const kept = storedMessage(message)
      return write('post', ({ messages }) => messages.insert(run, kept.id, JSON.stringify(kept)))
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
  }
}
