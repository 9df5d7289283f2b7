import type { Usage } from './usage.ts'

/**
 * What a child run has cost so far, as its parent's journal keeps it. Amounts are whole
 * nano-dollars; where a child ended more than once, the latest counts for all of it.
 */
export interface ChildSpending {
  readonly costNanoUsd: number
  /** Reservations of calls that may have been billed. */
  readonly heldNanoUsd: number
  readonly requests: number
  /** Calls whose cost nobody knows. */
  readonly unknown: number
  /** Models that were called without a price. */
  readonly unpriced: readonly string[]
  readonly byModel: Readonly<Record<string, number>>
  readonly byRole: Readonly<Record<string, number>>
  readonly usage: Usage
}
