import { type Clock, systemClock } from '../kernel/clock.ts'
import { invalidArgument } from '../kernel/error.ts'
import { checkMethods, checkObject, checkString, checkWhole } from '../kernel/options.ts'
import type { Lease, Message, WriteGuard } from './journal-store.ts'

/**
 * Refuses an id that some store could not tell from another one: stores keep ids as UTF-8, where
 * all lone surrogates look alike, and some of them end a text at NUL.
 *
 * Pure.
 *
 * @param name What the id is to the caller.
 * @param id Any string.
 * @returns The same id.
 * @throws {AssayError} `invalid-argument` if it is empty, not well-formed or holds NUL.
 */
export function storedId(name: string, id: string): string {
  if (typeof id === 'string' && id !== '' && id.isWellFormed() && !id.includes('\0')) return id
  throw invalidArgument(name, id, 'a well-formed, non-empty string without NUL')
}

/**
 * Refuses a `seq` that no entry can have.
 *
 * Pure.
 *
 * @param from Where a read starts, counted from 1.
 * @returns The same number.
 * @throws {AssayError} `invalid-argument` if it is not whole and above 0.
 */
export function startSeq(from: number): number {
  if (Number.isSafeInteger(from) && from > 0) return from
  throw invalidArgument('from', from, 'whole and above 0')
}

/**
 * Reads the guard of an append.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` if it is missing or not two whole numbers.
 */
export function writeGuard(guard: WriteGuard): WriteGuard {
  const { after, token } = checkObject('guard', guard)
  checkWhole('guard.after', after, 0)
  checkWhole('guard.token', token, 0)
  return guard
}

/**
 * Refuses a lease that no store has given out.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` naming what is wrong with it.
 */
export function heldLease(lease: Lease): Lease {
  checkObject('lease', lease)
  storedId('lease.runId', lease.runId)
  checkWhole('lease.token', lease.token, 0)
  return lease
}

/**
 * Reads a message as it is kept.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` naming what is wrong with it.
 */
export function storedMessage(message: Message): Message {
  checkObject('message', message)
  const { id, at, body } = message
  storedId('message.id', id)
  if (!Number.isFinite(at)) throw invalidArgument('message.at', at, 'a time in epoch ms')
  checkString('message.body', body)
  return { id, at, body }
}

/**
 * Copies the bytes of a blob.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` if they are no bytes.
 */
export function blobBytes(bytes: Uint8Array): Uint8Array {
  if (bytes instanceof Uint8Array) return new Uint8Array(bytes)
  throw invalidArgument('bytes', bytes, 'a Uint8Array')
}

/**
 * Refuses a hash that is no string.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument`.
 */
export function blobHash(hash: string): string {
  checkString('hash', hash)
  return hash
}

/**
 * Reads the clock that leases run out by; without one, the machine's.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` if it does not tell the time.
 */
export function leaseClock(clock: Clock = systemClock): Clock {
  checkMethods('clock', clock, ['now'])
  return clock
}
