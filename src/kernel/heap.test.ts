import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Heap } from './heap.ts'

interface Item {
  readonly rank: number
  readonly at: number
}

describe('Heap', () => {
  it('hands items out by rank and, of equal ones, in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.nat(6))), (moves) => {
        const heap = new Heap<Item>()
        const held: Item[] = []
        const popped: (Item | undefined)[] = []
        const expected: (Item | undefined)[] = []
        for (const [at, rank] of moves.entries()) {
          if (rank === null) {
            held.sort((one, other) => one.rank - other.rank || one.at - other.at)
            expected.push(held.shift())
            popped.push(heap.pop())
          } else {
            held.push({ rank, at })
            heap.push({ rank, at }, rank)
          }
        }
        expect(popped).toEqual(expected)
        expect(heap.size).toBe(held.length)
      }),
    )
  })
})
