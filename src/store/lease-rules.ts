import { invalidArgument } from '../kernel/error.ts'
import { checkObject, checkOptionNames, checkString, checkWhole } from '../kernel/options.ts'
import { storedId } from './arguments.ts'
import type { Lease, Leased, LeaseOptions, Owner } from './journal-store.ts'

/** The last lease that was given out for a run. It outlives the run, so that tokens only grow. */
export interface LeaseRecord {
  readonly lease: Lease
  /** How far a renewal extends it. */
  readonly ttlMs: number
  /** Set once it was given back, or its run was deleted. */
  readonly isReleased: boolean
}

/** An answer, and the record to keep where it changes. */
export interface LeaseDecision {
  readonly answer: Leased
  readonly record?: LeaseRecord
}

export interface LeaseRequest {
  readonly runId: string
  readonly owner: Owner
  readonly ttlMs: number
  readonly replacing?: number
}

const defaultTtlMs = 30_000

/**
 * Reads a call of `lease()`.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` for an owner that does not say which process it is, or if
 * `ttlMs` is not a whole number above 0.
 */
export function leaseRequest(
  runId: string,
  owner: Owner,
  options: LeaseOptions = {},
): LeaseRequest {
  checkOwner(owner)
  checkOptionNames(options, { known: ['ttlMs', 'replacing'] })
  const { ttlMs = defaultTtlMs, replacing } = options
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) {
    throw invalidArgument('ttlMs', ttlMs, 'whole and above 0')
  }
  if (replacing !== undefined) checkWhole('replacing', replacing, 0)
  return { runId, owner: { ...owner }, ttlMs, ...(replacing !== undefined && { replacing }) }
}

function checkOwner(owner: Owner): void {
  checkObject('owner', owner)
  storedId('owner.id', owner.id)
  for (const field of ['host', 'bootId', 'pidNamespace', 'processStart'] as const) {
    checkString(`owner.${field}`, owner[field])
  }
  checkWhole('owner.pid', owner.pid, 0)
}

/** Gives out a lease with the next token, unless another one is live and not replaced. Pure. */
export function decideLease(
  last: LeaseRecord | undefined,
  request: LeaseRequest,
  now: number,
): LeaseDecision {
  const { runId, owner, ttlMs, replacing } = request
  if (last !== undefined && isLive(last, now) && last.lease.token !== replacing) {
    return { answer: { ok: false, reason: 'held', holder: last.lease } }
  }
  const lease = { runId, token: tokenOf(last) + 1, owner, expiresAt: now + ttlMs }
  return { answer: { ok: true, lease }, record: { lease, ttlMs, isReleased: false } }
}

/**
 * Extends the last lease, also after it ran out. One that was given back is refused like one that
 * was lost: a late heartbeat must not bring it back.
 *
 * Pure.
 */
export function decideRenewal(
  last: LeaseRecord | undefined,
  held: Lease,
  now: number,
): LeaseDecision {
  if (last === undefined || last.isReleased || last.lease.token !== held.token) {
    return { answer: { ok: false, reason: 'held', holder: last?.lease ?? held } }
  }
  const lease = { ...last.lease, expiresAt: now + last.ttlMs }
  return { answer: { ok: true, lease }, record: { ...last, lease } }
}

/** The record after its lease was given back, if `token` is that of the lease that stands. Pure. */
export function released(last: LeaseRecord | undefined, token: number): LeaseRecord | undefined {
  if (last === undefined || last.isReleased || last.lease.token !== token) return undefined
  return { ...last, isReleased: true }
}

/** Whether the lease still keeps others out. Pure. */
export function isLive(last: LeaseRecord | undefined, now: number): boolean {
  return last !== undefined && !last.isReleased && now < last.lease.expiresAt
}

/** The lease that stands, expired or not. Pure. */
export function standingLease(last: LeaseRecord | undefined): Lease | undefined {
  return last === undefined || last.isReleased ? undefined : last.lease
}

/** The highest token ever given out; 0 before the first. Pure. */
export function tokenOf(last: LeaseRecord | undefined): number {
  return last?.lease.token ?? 0
}
