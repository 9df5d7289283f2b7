import { invalidArgument } from '../kernel/error.ts'
import type { Spent } from './journal-store.ts'

/** An amount that is to be spent in a day. */
export interface Spending {
  readonly day: string
  readonly nanoUsd: number
  readonly limitNanoUsd: number
}

/**
 * Reads a call of `spend()`.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` for a day that is none, or an amount that is not whole.
 */
export function spending(day: string, nanoUsd: number, limitNanoUsd?: number): Spending {
  if (typeof day !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(day)) {
    throw invalidArgument('day', day, 'a UTC day such as "2026-01-31"')
  }
  for (const [name, value] of Object.entries({ nanoUsd, limitNanoUsd: limitNanoUsd ?? 0 })) {
    if (!Number.isSafeInteger(value)) throw invalidArgument(name, value, 'whole')
  }
  return { day, nanoUsd, limitNanoUsd: limitNanoUsd ?? Number.POSITIVE_INFINITY }
}

/** Decides whether a day still covers an amount. What is given back is never refused. Pure. */
export function judgeSpending(spentNanoUsd: number, { nanoUsd, limitNanoUsd }: Spending): Spent {
  const freeNanoUsd = Math.max(0, limitNanoUsd - spentNanoUsd)
  return nanoUsd <= freeNanoUsd ? { ok: true } : { ok: false, reason: 'over-limit', freeNanoUsd }
}
