/** The answer to a reservation. */
export type Reserved =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'over-limit'; readonly freeNanoUsd: number }

/**
 * What may be spent, what was spent and what is held for calls in flight. Accounts nest: what is
 * reserved or settled in one counts in all that enclose it.
 *
 * Invariants
 *   B1  Spent and held together never pass the limit through a reservation.
 *   B2  A reservation counts in every enclosing account or in none.
 *   B3  All amounts are whole nano-dollars.
 */
export class Account {
  readonly #parent: Account | undefined
  readonly #limitNanoUsd: number
  #spentNanoUsd = 0
  #heldNanoUsd = 0

  /**
   * @param limitNanoUsd The most that may be spent; `Infinity` for no limit.
   * @param parent The account that encloses this one.
   */
  constructor(limitNanoUsd: number, parent?: Account) {
    this.#limitNanoUsd = limitNanoUsd
    this.#parent = parent
  }

  get spentNanoUsd(): number {
    return this.#spentNanoUsd
  }

  get heldNanoUsd(): number {
    return this.#heldNanoUsd
  }

  /** What can still be reserved here and in every enclosing account; `Infinity` without a limit. */
  get freeNanoUsd(): number {
    const own = this.#limitNanoUsd - this.#spentNanoUsd - this.#heldNanoUsd
    return Math.max(0, Math.min(own, this.#parent?.freeNanoUsd ?? Number.POSITIVE_INFINITY))
  }

  /** Sets an amount aside before a call. */
  reserve(nanoUsd: number): Reserved {
    const { freeNanoUsd } = this
    if (nanoUsd > freeNanoUsd) return { ok: false, reason: 'over-limit', freeNanoUsd }
    this.hold(nanoUsd)
    return { ok: true }
  }

  /** Holds an amount that was reserved by a process that died: it may have been billed. */
  hold(nanoUsd: number): void {
    this.#heldNanoUsd += nanoUsd
    this.#parent?.hold(nanoUsd)
  }

  /** Replaces a reservation by what the call really cost, which may be more. */
  settle(reservedNanoUsd: number, costNanoUsd: number): void {
    this.#heldNanoUsd -= reservedNanoUsd
    this.#spentNanoUsd += costNanoUsd
    this.#parent?.settle(reservedNanoUsd, costNanoUsd)
  }

  /**
   * Counts what is already in the journal: amounts that were paid, or are held for ever.
   *
   * @param amounts What was spent, and what is held.
   * @param until An enclosing account that has counted them already.
   */
  recall(amounts: { spentNanoUsd?: number; heldNanoUsd?: number }, until?: Account): void {
    if (this === until) return
    this.#spentNanoUsd += amounts.spentNanoUsd ?? 0
    this.#heldNanoUsd += amounts.heldNanoUsd ?? 0
    this.#parent?.recall(amounts, until)
  }
}
