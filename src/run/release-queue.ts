import { nextTurn } from '../kernel/clock.ts'

interface Waiting {
  readonly seq: number
  readonly value: Promise<unknown>
  readonly release: () => void
}

/**
 * Releases replayed results one at a time, in the order in which they were recorded: of all that
 * wait, the one with the lowest `seq` first, and the code that it wakes runs to its next effect
 * before the next one is released. So code that reacts to whichever came first goes the same way.
 */
export class ReleaseQueue {
  readonly #waiting: Waiting[] = []
  #releasing = false

  /**
   * Resolves with `value` when it is the turn of the result recorded at `seq`. A result takes its
   * place at once, however long its value takes to be read, and those after it wait for it.
   */
  async turn<T>(seq: number, value: Promise<T>): Promise<T> {
    value.catch(() => undefined)
    await new Promise<void>((resolve) => {
      this.#insert({ seq, value, release: resolve })
      if (!this.#releasing) void this.#releaseAll()
    })
    return value
  }

  #insert(waiting: Waiting): void {
    let low = 0
    let high = this.#waiting.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#waiting[middle]?.seq ?? 0) > waiting.seq) low = middle + 1
      else high = middle
    }
    this.#waiting.splice(low, 0, waiting)
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
