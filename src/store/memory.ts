import { decodeEntry } from '../journal/codec.ts'
import type { Entry } from '../journal/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import { sha256 } from '../kernel/hash.ts'
import { checkOptionNames } from '../kernel/options.ts'
import { type Batch, encodeBatch, judgeAppend } from './append-rules.ts'
import {
  blobBytes,
  blobHash,
  heldLease,
  leaseClock,
  startSeq,
  storedId,
  storedMessage,
  writeGuard,
} from './arguments.ts'
import type {
  Appended,
  JournalStore,
  Lease,
  Leased,
  Message,
  RunFilter,
  RunHead,
  Spent,
  UnreadableRun,
  WriteGuard,
} from './journal-store.ts'
import {
  decideLease,
  decideRenewal,
  isLive,
  type LeaseDecision,
  type LeaseRecord,
  leaseRequest,
  released,
  standingLease,
  tokenOf,
} from './lease-rules.ts'
import { type MemoryBlobs, memoryBlobs } from './memory-blobs.ts'
import { matches } from './run-filter.ts'
import { headOf } from './run-head.ts'
import { judgeSpending, type Spending, spending } from './spend-rules.ts'
import { storeClosed } from './store-failed.ts'

/** What a store in memory is handed. */
export interface MemoryStoreOptions {
  /** Tells when leases run out; default the machine's clock. */
  readonly clock?: Clock
}

/**
 * Keeps journals in this process, with the semantics of every other store but durability. Entries
 * are kept as the text that other stores write, so nothing is shared with the caller.
 *
 * Live.
 *
 * @param options A clock for leases.
 * @returns An empty store.
 * @throws {AssayError} `invalid-option` or `invalid-argument`, naming the option.
 *
 * @example
 * ```ts
 * const store = memoryStore()
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): JournalStore {
  checkOptionNames(options, { known: ['clock'] })
  const clock = leaseClock(options.clock)
  const state = emptyState()
  let isClosed = false

  async function run<Answer>(operation: string, act: () => Answer): Promise<Answer> {
    if (isClosed) throw storeClosed(operation)
    return act()
  }

  return {
    append: (runId, entries, guard) =>
      run('append', () =>
        appendBatch(state, storedId('runId', runId), encodeBatch(entries), writeGuard(guard)),
      ),
    read(runId, from = 1) {
      if (isClosed) throw storeClosed('read')
      return readEntries(state, storedId('runId', runId), startSeq(from))
    },
    async *list(filter = {}) {
      const runIds = await run('list', () =>
        filter.runId === undefined ? [...state.journals.keys()].reverse() : [filter.runId],
      )
      yield* listHeads(state, runIds, filter)
    },
    lease: (runId, owner, options) =>
      run('lease', () => {
        const request = leaseRequest(storedId('runId', runId), owner, options)
        return keep(state, decideLease(state.leases.get(runId), request, clock.now()))
      }),
    renew: (lease) =>
      run('renew', () => {
        const { runId } = heldLease(lease)
        return keep(state, decideRenewal(state.leases.get(runId), lease, clock.now()))
      }),
    release: (lease) => run('release', () => releaseLease(state, heldLease(lease))),
    ...blobMethods(state, run, clock),
    post: (runId, message) =>
      run('post', () => post(state, storedId('runId', runId), storedMessage(message))),
    inbox: (runId) =>
      run('inbox', () => [...(state.inboxes.get(storedId('runId', runId))?.values() ?? [])]),
    dismiss: (runId, messageIds) =>
      run('dismiss', () => {
        const inbox = state.inboxes.get(storedId('runId', runId))
        for (const id of messageIds) inbox?.delete(id)
      }),
    async spend(day, nanoUsd, limitNanoUsd) {
      const asked = spending(day, nanoUsd, limitNanoUsd)
      return run('spend', () => spend(state, asked))
    },
    delete: (runId) => run('delete', () => deleteRun(state, storedId('runId', runId), clock.now())),
    async close() {
      isClosed = true
    },
  }
}

type Run = <Answer>(operation: string, act: () => Answer) => Promise<Answer>

function blobMethods(
  state: State,
  run: Run,
  clock: Pick<Clock, 'now'>,
): Pick<JournalStore, 'putBlob' | 'getBlob'> {
  return {
    putBlob: (bytes) =>
      run('putBlob', () => {
        const kept = blobBytes(bytes)
        const hash = sha256(kept)
        state.blobs.put(hash, kept, clock.now())
        return hash
      }),
    getBlob: (hash) => run('getBlob', () => state.blobs.get(blobHash(hash))),
  }
}

interface State {
  /** Texts of each run's entries; the run written to last comes last. */
  readonly journals: Map<string, string[]>
  readonly leases: Map<string, LeaseRecord>
  /** Messages of each run by their ids, in the order of posting. */
  readonly inboxes: Map<string, Map<string, Message>>
  readonly blobs: MemoryBlobs
  /** What was spent in each day, in nano-dollars. */
  readonly spent: Map<string, number>
}

function emptyState(): State {
  return {
    journals: new Map(),
    leases: new Map(),
    inboxes: new Map(),
    blobs: memoryBlobs(),
    spent: new Map(),
  }
}

function appendBatch(state: State, runId: string, batch: Batch, guard: WriteGuard): Appended {
  const texts = state.journals.get(runId) ?? []
  const standing = { lastSeq: texts.length, token: tokenOf(state.leases.get(runId)) }
  const answer = judgeAppend(standing, batch, guard)
  if (!answer.ok || batch.texts.length === 0) return answer
  for (const text of batch.texts) texts.push(text)
  state.journals.delete(runId)
  state.journals.set(runId, texts)
  for (const hash of batch.blobs) state.blobs.claim(runId, hash)
  return answer
}

function readEntries(state: State, runId: string, from: number): AsyncIterable<Entry> {
  const texts = state.journals.get(runId) ?? []
  return entriesBetween(texts, runId, { from, lastSeq: texts.length })
}

async function* entriesBetween(
  texts: readonly string[],
  runId: string,
  { from, lastSeq }: { from: number; lastSeq: number },
): AsyncGenerator<Entry> {
  for (let seq = from; seq <= lastSeq; seq += 1) yield entryAt(texts, runId, seq)
}

function* listHeads(
  state: State,
  runIds: readonly string[],
  filter: RunFilter,
): Generator<RunHead | UnreadableRun> {
  for (const runId of runIds) {
    const texts = state.journals.get(runId)
    if (texts === undefined) continue
    const lease = standingLease(state.leases.get(runId))
    const head = headOf({ runId, lease }, () => ({
      first: entryAt(texts, runId, 1),
      last: entryAt(texts, runId, texts.length),
    }))
    if (matches(head, filter)) yield head
  }
}

function entryAt(texts: readonly string[], runId: string, seq: number): Entry {
  return decodeEntry(texts[seq - 1] ?? '', { runId, seq })
}

function keep(state: State, { answer, record }: LeaseDecision): Leased {
  if (record !== undefined) state.leases.set(record.lease.runId, record)
  return answer
}

function releaseLease(state: State, { runId, token }: Lease): void {
  const record = released(state.leases.get(runId), token)
  if (record !== undefined) state.leases.set(runId, record)
}

function post(state: State, runId: string, message: Message): void {
  const inbox = state.inboxes.get(runId) ?? new Map<string, Message>()
  state.inboxes.set(runId, inbox)
  if (!inbox.has(message.id)) inbox.set(message.id, message)
}

function spend(state: State, asked: Spending): Spent {
  const spent = state.spent.get(asked.day) ?? 0
  const answer = judgeSpending(spent, asked)
  if (answer.ok) state.spent.set(asked.day, spent + asked.nanoUsd)
  return answer
}

function deleteRun(state: State, runId: string, now: number): boolean {
  const last = state.leases.get(runId)
  if (isLive(last, now)) return false
  state.journals.delete(runId)
  state.inboxes.delete(runId)
  state.blobs.release(runId, now)
  if (last !== undefined) releaseLease(state, last.lease)
  return true
}
