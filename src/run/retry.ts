import type { Decided } from '../journal/entry.ts'
import type { DailyBudget } from './daily-budget.ts'
import type { Effect } from './effect.ts'
import type { Recorded } from './replay-index.ts'

/** What of a journal is not the last word. */
export interface RetryTerms {
  /** Failures recorded up to this `seq` are tried again instead of replayed. */
  readonly retryFailedUntil: number
  /** Refusals by the cap of a past day, recorded up to this `seq`, are tried again. */
  readonly retryRefusedUntil: number
  /**
   * Entries up to this `seq` were written by the run that this one was forked from: what its budget
   * refused and its end cut short does not bind the fork.
   */
  readonly forkedAt: number
  /** The cap that all runs of the store share; absent without one. */
  readonly daily?: DailyBudget | undefined
}

type Tried = Pick<Effect, 'kind' | 'whenAmbiguous'>

/**
 * Whether a record is tried again: what a crash cut off, and what failed if the run is to get
 * further than it did. The failure of a tool stands, since its model was told of it, and that of a
 * `once` step too, since it must not be repeated.
 *
 * Pure, but for the day.
 */
export function isTriedAgain(recorded: Recorded, effect: Tried, terms: RetryTerms): boolean {
  if (recorded.state === 'open') return true
  if (recorded.state === 'decided') {
    return recorded.entry.seq <= terms.forkedAt || isOfPastDay(recorded.entry, terms)
  }
  if (recorded.state !== 'failed') return false
  if (isCutShort(recorded, terms)) return true
  if (recorded.ended.seq > terms.retryFailedUntil) return false
  return effect.kind !== 'tool' && !(effect.kind === 'step' && effect.whenAmbiguous === 'leave')
}

/** Whether an effect may have happened and must not be brought about again. Pure. */
export function isUnknown(recorded: Recorded, effect: Tried, terms: RetryTerms): boolean {
  if (effect.whenAmbiguous !== 'leave') return false
  if (recorded.state === 'open') return true
  return effect.kind !== 'model' && isCutShort(recorded, terms)
}

/** Whether an output has to be looked at to tell that the run forked from cut it short. Pure. */
export function maybeShort(
  recorded: Recorded,
  effect: Pick<Effect, 'isShort'>,
  { forkedAt }: RetryTerms,
): recorded is Extract<Recorded, { readonly state: 'completed' }> {
  if (effect.isShort === undefined || recorded.state !== 'completed') return false
  return recorded.ended.seq <= forkedAt
}

/** Whether the end or the budget of the run that this one was forked from ended an effect. */
function isCutShort(recorded: Recorded, { forkedAt }: RetryTerms): boolean {
  if (recorded.state !== 'failed' || recorded.ended.seq > forkedAt) return false
  return ['run-cancelled', 'budget-refused'].includes(recorded.ended.error.code)
}

/** Whether the cap of a day that is over refused a call, and its run ended short of its end. */
function isOfPastDay({ seq, value }: Decided, { daily, retryRefusedUntil }: RetryTerms): boolean {
  const { day } = value.json as { readonly day?: string }
  return day !== undefined && seq <= retryRefusedUntil && day !== daily?.today
}
