import type { Clock } from '../kernel/clock.ts'
import type { JournalStore } from '../store/journal-store.ts'

/** An amount that is set aside from what one UTC day allows. */
export interface DailyHold {
  readonly day: string
  readonly nanoUsd: number
}

/** The answer to a reservation for today. */
export type Held =
  | { readonly ok: true; readonly hold: DailyHold }
  | { readonly ok: false; readonly day: string; readonly freeNanoUsd: number }

/**
 * The most that all runs of a store may spend in one UTC day, whichever process drives them.
 *
 * Invariants
 *   C1  Reservations and what was spent never pass the limit through a reservation.
 *   C2  What a crash left unsettled stays reserved for its day.
 *   C3  A call is settled in the day in which it was reserved.
 */
export class DailyBudget {
  readonly #store: JournalStore
  readonly #clock: Clock
  readonly #limitNanoUsd: number

  constructor(store: JournalStore, clock: Clock, limitNanoUsd: number) {
    this.#store = store
    this.#clock = clock
    this.#limitNanoUsd = limitNanoUsd
  }

  /** Today in UTC, as `2026-01-31`. */
  get today(): string {
    return new Date(this.#clock.now()).toISOString().slice(0, 10)
  }

  /** Sets an amount aside, durably, before a call. */
  async reserve(nanoUsd: number): Promise<Held> {
    const day = this.today
    const spent = await this.#store.spend(day, nanoUsd, this.#limitNanoUsd)
    if (spent.ok) return { ok: true, hold: { day, nanoUsd } }
    return { ok: false, day, freeNanoUsd: spent.freeNanoUsd }
  }

  /** Replaces a reservation by what the call cost; where the store fails, it stays reserved. */
  settle({ day, nanoUsd }: DailyHold, costNanoUsd: number): void {
    if (costNanoUsd === nanoUsd) return
    this.#store.spend(day, costNanoUsd - nanoUsd).catch(() => undefined)
  }
}
