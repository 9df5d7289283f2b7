interface Held<Item> {
  readonly item: Item
  readonly rank: number
  readonly arrival: number
}

/**
 * Hands out the item of the lowest rank first, and of equal ones the first that came. Each push and
 * pop takes as many steps as the number of items has binary digits.
 */
export class Heap<Item> {
  readonly #held: Held<Item>[] = []
  #arrivals = 0

  get size(): number {
    return this.#held.length
  }

  push(item: Item, rank: number): void {
    this.#arrivals += 1
    const held = { item, rank, arrival: this.#arrivals }
    let at = this.#held.length
    while (at > 0) {
      const above = (at - 1) >>> 1
      const other = this.#held[above]
      if (other === undefined || !isBefore(held, other)) break
      this.#held[at] = other
      at = above
    }
    this.#held[at] = held
  }

  /** Takes the first item out; `undefined` if there is none. */
  pop(): Item | undefined {
    const first = this.#held[0]
    const last = this.#held.pop()
    if (first === undefined || last === undefined) return undefined
    if (this.#held.length > 0) this.#sink(last)
    return first.item
  }

  #sink(held: Held<Item>): void {
    let at = 0
    for (let below = 1; below < this.#held.length; below = 2 * at + 1) {
      const [left, right] = [this.#held[below], this.#held[below + 1]]
      const isRight = left !== undefined && right !== undefined && isBefore(right, left)
      const next = isRight ? right : left
      if (next === undefined || !isBefore(next, held)) break
      this.#held[at] = next
      at = isRight ? below + 1 : below
    }
    this.#held[at] = held
  }
}

function isBefore<Item>(one: Held<Item>, other: Held<Item>): boolean {
  return one.rank === other.rank ? one.arrival < other.arrival : one.rank < other.rank
}
