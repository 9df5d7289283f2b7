import type { Pending } from '../journal/pending.ts'
import { type Clock, nextTurn } from '../kernel/clock.ts'
import { ringAt } from './ring-at.ts'

/** Something that a run waits for without doing anything. */
export interface Wait {
  /** What people are told of it. */
  readonly pending: readonly Pending[]
  /** Epoch ms at which it may go on by itself. */
  readonly dueAt?: number
  /** Called once when that time has come. */
  onDue?(): void
  /** Called when a message may have come for it. */
  look?(): Promise<void>
}

/** How many turns of the event loop nothing may happen in before a run counts as quiet. */
const quietTurns = 16

/**
 * What a run waits for, and whether it does anything else.
 *
 * Invariants
 *   Q1  Quiet is a run that waits, and in which no effect has been under way and nothing was
 *       written for 16 turns of the event loop. What its code awaits that is no effect of the run
 *       is not seen.
 *   Q2  Once stopped, nothing rings and no wait ends.
 */
export class Waits {
  readonly #clock: Clock
  readonly #signal: AbortSignal
  readonly #waits = new Map<Wait, () => void>()
  readonly #onQuiet: () => void
  #working = 0
  #moves = 0
  #watching = false
  #stopped = false

  constructor(options: WaitsOptions) {
    this.#clock = options.clock
    this.#signal = options.signal
    this.#onQuiet = options.onQuiet
  }

  /** How often something has happened: unchanged while the run is quiet. */
  get moves(): number {
    return this.#moves
  }

  /** What is waited for, in the order in which it was. */
  get pending(): readonly Pending[] {
    return [...this.#waits.keys()].flatMap((wait) => wait.pending)
  }

  /** When the first of the waits may go on by itself; `Infinity` if none does. */
  get dueAt(): number {
    return Math.min(...[...this.#waits.keys()].map(({ dueAt = Infinity }) => dueAt))
  }

  /** Notes that something happened. */
  move(): void {
    this.#moves += 1
    if (this.#isIdle) void this.#watch()
  }

  /** Does work of the run; it is not quiet meanwhile, but where the work waits. */
  async working<T>(work: () => Promise<T>): Promise<T> {
    this.#working += 1
    this.move()
    try {
      return await work()
    } finally {
      this.#working -= 1
      this.move()
    }
  }

  /**
   * Waits within work until `ended` settles.
   *
   * @throws The reason of the run's cancellation.
   */
  async park<T>(wait: Wait, ended: Promise<T>): Promise<T> {
    this.#signal.throwIfAborted()
    const stopRinging =
      wait.dueAt === undefined ? none : ringAt(this.#clock, wait.dueAt, () => wait.onDue?.())
    const cancelled = Promise.withResolvers<never>()
    const cancel = (): void => {
      if (!this.#stopped) cancelled.reject(this.#signal.reason)
    }
    this.#signal.addEventListener('abort', cancel)
    this.#waits.set(wait, stopRinging)
    this.#working -= 1
    this.move()
    try {
      return await Promise.race([ended, cancelled.promise])
    } finally {
      stopRinging()
      this.#signal.removeEventListener('abort', cancel)
      this.#waits.delete(wait)
      this.#working += 1
      this.move()
    }
  }

  /** Rings once more for the waits whose time has come. */
  ringDue(): void {
    const now = this.#clock.now()
    for (const { dueAt = Infinity, onDue } of this.#waits.keys()) if (dueAt <= now) onDue?.()
  }

  /** Looks whether something came for what is waited for outside of the run's own messages. */
  async look(): Promise<void> {
    const looks = [...this.#waits.keys()].flatMap(({ look }) =>
      look === undefined ? [] : [look()],
    )
    await Promise.all(looks)
  }

  /** Ends nothing more: what waits, waits for ever. */
  stop(): void {
    this.#stopped = true
    for (const stopRinging of this.#waits.values()) stopRinging()
  }

  get #isIdle(): boolean {
    return this.#working === 0 && this.#waits.size > 0 && !this.#stopped
  }

  async #watch(): Promise<void> {
    if (this.#watching) return
    this.#watching = true
    let seen = -1
    let turns = 0
    while (this.#isIdle && turns < quietTurns) {
      turns = seen === this.#moves ? turns + 1 : 0
      seen = this.#moves
      await nextTurn()
    }
    this.#watching = false
    if (this.#isIdle) this.#onQuiet()
  }
}

export interface WaitsOptions {
  readonly clock: Clock
  /** Aborted when the run is cancelled or has ended. */
  readonly signal: AbortSignal
  /** Called each time that the run has become quiet. */
  readonly onQuiet: () => void
}

function none(): void {}
