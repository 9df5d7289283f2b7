import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { memoryStore } from '../../src/index.ts'
import type { Entry } from '../../src/journal/entry.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'
import { delays, drive, trees, World } from '../support/tree.ts'

/** Effects that a prefix holds as done. */
function completedIn(entries: readonly Entry[]): number {
  return entries.filter(({ type }) => type === 'step-completed' || type === 'step-failed').length
}

describe('any prefix of any journal', () => {
  it('replays to an equal outcome, and repeats nothing that was completed', async () => {
    await fc.assert(
      fc.asyncProperty(
        trees,
        delays,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (root, slow, cut) => {
          const store = memoryStore()
          const world = new World(slow)
          const outcome = await drive(store, root, world)
          const entries = await entriesOf(store, 'r')
          const count = 1 + Math.floor(cut * (entries.length - 1))
          const prefix = await prefixOf(store, 'r', count)
          const after = new World([])
          const resumed = await drive(prefix, root, after)
          expect(equalPart(resumed)).toEqual(equalPart(outcome))
          const left = world.happened.length - completedIn(entries.slice(0, count))
          expect(after.happened).toHaveLength(left)
          const again = new World([])
          expect(equalPart(await drive(prefix, root, again))).toEqual(equalPart(outcome))
          expect(again.happened).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })

  it('has an equal outcome, whatever the order in which its effects complete', async () => {
    await fc.assert(
      fc.asyncProperty(trees, delays, delays, async (root, one, other) => {
        const outcomes = await Promise.all(
          [one, other].map((slow) => drive(memoryStore(), root, new World(slow))),
        )
        expect(equalPart(outcomes[0] ?? {})).toEqual(equalPart(outcomes[1] ?? {}))
      }),
      { numRuns: 60 },
    )
  })
})
