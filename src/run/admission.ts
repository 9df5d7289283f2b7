import type { DailyBudget, DailyHold } from './daily-budget.ts'
import type { Admission, Effect } from './effect.ts'

/** An effect that may be dispatched, with what is set aside for it. */
export interface Admitted<Grant> {
  readonly ok: true
  readonly grant: Grant
  /** Absent for an effect that is not paid for. */
  readonly reservedNanoUsd?: number
  readonly hold?: DailyHold
}

/** Money that does not cover an effect. */
export interface Refused {
  readonly ok: false
  readonly neededNanoUsd: number
  readonly freeNanoUsd: number
  /** The UTC day whose cap refused it; absent where the run's own budget did. */
  readonly day?: string
}

/** How often a call that other processes outbid is made smaller. */
const mostTries = 5

/**
 * Sets aside what an effect may cost: in its own account, and for a model call in the day's cap.
 * Where the day leaves less than the run does, the call is clamped to that.
 */
export async function admit<Grant>(
  effect: Effect<Grant>,
  daily: DailyBudget | undefined,
): Promise<Admitted<Grant> | Refused> {
  let admission = reserved(effect)
  if (daily === undefined || effect.kind !== 'model') return admission
  for (let tries = 1; admission.ok; tries += 1) {
    const { reservedNanoUsd: nanoUsd = 0 } = admission
    if (nanoUsd === 0) return admission
    const held = await daily.reserve(nanoUsd)
    if (held.ok) return { ...admission, hold: held.hold }
    giveBack(effect, admission)
    const { day, freeNanoUsd } = held
    const smaller = reserved(effect, freeNanoUsd)
    if (!smaller.ok) return { ...smaller, freeNanoUsd, day }
    if (tries >= mostTries) {
      giveBack(effect, smaller)
      return { ok: false, neededNanoUsd: nanoUsd, freeNanoUsd, day }
    }
    admission = smaller
  }
  return admission
}

/** Gives back what was set aside for an effect that is not dispatched. */
export function giveBack<Grant>(
  effect: Effect<Grant>,
  { reservedNanoUsd = 0, hold }: Admitted<Grant>,
  daily?: DailyBudget,
): void {
  effect.account?.settle(reservedNanoUsd, 0)
  if (hold !== undefined) daily?.settle(hold, 0)
}

function reserved<Grant>(
  effect: Effect<Grant>,
  mostNanoUsd?: number,
): Admitted<Grant> | Extract<Admission<Grant>, { ok: false }> {
  const admission = effect.admit?.(mostNanoUsd)
  if (admission === undefined) return { ok: true, grant: undefined as Grant }
  if (admission.ok) effect.account?.reserve(admission.reservedNanoUsd)
  return admission
}
