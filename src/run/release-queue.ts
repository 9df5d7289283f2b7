import { nextTurn } from '../kernel/clock.ts'
import { Heap } from '../kernel/heap.ts'

interface Waiting {
  readonly value: Promise<unknown>
  readonly release: () => void
}

/** How many turns of the event loop nothing may be released in before the queue counts as idle. */
const quietTurns = 4

/**
 * Releases replayed results one at a time, in the order in which they were recorded: of all that
 * wait, the one with the lowest `seq` first, and the code that it wakes runs to its next effect
 * before the next one is released. So code that reacts to whichever came first goes the same way.
 */
export class ReleaseQueue {
  readonly #waiting = new Heap<Waiting>()
  #releasing = false

  /** Whether something waits for its turn. */
  get isBusy(): boolean {
    return this.#releasing
  }

  /**
   * Resolves with `value` when it is the turn of the result recorded at `seq`. A result takes its
   * place at once, however long its value takes to be read, and those after it wait for it.
   */
  async turn<T>(seq: number, value: Promise<T>): Promise<T> {
    value.catch(() => undefined)
    await new Promise<void>((resolve) => {
      this.#waiting.push({ value, release: resolve }, seq)
      if (!this.#releasing) void this.#releaseAll()
    })
    return value
  }

  /**
   * Resolves once nothing waits for its turn, and the code that was woken has come as far as it
   * does by itself.
   */
  async idle(): Promise<void> {
    for (let quiet = 0; quiet < quietTurns; quiet += 1) {
      await nextTurn()
      if (this.#releasing) quiet = 0
    }
  }

  async #releaseAll(): Promise<void> {
    this.#releasing = true
    await nextTurn()
    for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
      await Promise.allSettled([next.value])
      next.release()
      await nextTurn()
    }
    this.#releasing = false
  }
}
