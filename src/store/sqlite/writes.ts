import { type Batch, judgeAppend } from '../append-rules.ts'
import type { Appended, Lease, Leased, Spent, WriteGuard } from '../journal-store.ts'
import {
  decideLease,
  decideRenewal,
  isLive,
  type LeaseDecision,
  type LeaseRequest,
  released,
} from '../lease-rules.ts'
import { judgeSpending, type Spending } from '../spend-rules.ts'
import type { Tables } from './connection.ts'

/** The writes of a store, as each runs inside a transaction: judge by what is there, then write. */

/** Appends a batch if its guard holds. */
export function appendBatch(
  tables: Tables,
  runId: string,
  batch: Batch,
  guard: WriteGuard,
): Appended {
  const { entries, blobs, standings } = tables
  const standing = standings.get(runId) ?? entries.standing(runId)
  const answer = judgeAppend(standing, batch, guard)
  if (answer.ok) {
    entries.insert(runId, batch)
    for (const hash of batch.blobs) blobs.claim(runId, hash)
  }
  standings.set(runId, answer.ok ? { ...standing, lastSeq: answer.lastSeq } : standing)
  return answer
}

/** Gives out the next lease of a run, unless another one is live. */
export function takeLease(tables: Tables, request: LeaseRequest, now: number): Leased {
  return keep(tables, decideLease(tables.leases.get(request.runId), request, now))
}

/** Extends a lease that still stands. */
export function renewLease(tables: Tables, held: Lease, now: number): Leased {
  return keep(tables, decideRenewal(tables.leases.get(held.runId), held, now))
}

/** Gives a lease back, if it still stands. */
export function releaseLease({ leases }: Tables, { runId, token }: Lease): void {
  const record = released(leases.get(runId), token)
  if (record !== undefined) leases.put(record)
}

/** Adds to what was spent in a day, if that still covers it. */
export function spend({ spent }: Tables, asked: Spending): Spent {
  const answer = judgeSpending(spent.get(asked.day), asked)
  if (answer.ok) spent.add(asked.day, asked.nanoUsd)
  return answer
}

/** Deletes all of a run but the count of its tokens, unless a lease is live. */
export function deleteRun(tables: Tables, runId: string, now: number): boolean {
  const last = tables.leases.get(runId)
  if (isLive(last, now)) return false
  tables.standings.delete(runId)
  tables.entries.delete(runId)
  tables.messages.delete(runId)
  tables.blobs.release(runId, now)
  if (last !== undefined) releaseLease(tables, last.lease)
  return true
}

function keep(tables: Tables, { answer, record }: LeaseDecision): Leased {
  if (record === undefined) return answer
  tables.leases.put(record)
  tables.standings.delete(record.lease.runId)
  return answer
}
