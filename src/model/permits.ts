/** Lets at most so many model calls of an engine be under way at once, first come first served. */
export class Permits {
  readonly #waiting: (() => void)[] = []
  #free: number

  constructor(count: number) {
    this.#free = count
  }

  /** Runs `body` once there is a place for it. */
  async within<T>(body: () => Promise<T>): Promise<T> {
    if (this.#free > 0) this.#free -= 1
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve))
    try {
      return await body()
    } finally {
      const next = this.#waiting.shift()
      if (next === undefined) this.#free += 1
      else next()
    }
  }
}
