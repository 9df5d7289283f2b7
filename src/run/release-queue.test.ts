import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextTurn } from '../kernel/clock.ts'
import { ReleaseQueue } from './release-queue.ts'

const at = (seq: number): Promise<number> => Promise.resolve(seq)

/** Resolves after so many turns of the event loop. */
async function late<T>(turns: number, value: T): Promise<T> {
  for (let turn = 0; turn < turns; turn += 1) await nextTurn()
  return value
}

describe('ReleaseQueue', () => {
  it('releases what waits in the order of seq, whatever the order of asking', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(fc.nat(1000), { maxLength: 20 }), async (seqs) => {
        const queue = new ReleaseQueue()
        const released: number[] = []
        const asked = seqs.map(async (seq) => released.push(await queue.turn(seq, at(seq))))
        await Promise.all(asked)
        expect(released).toEqual([...seqs].sort((one, other) => one - other))
      }),
    )
  })

  it('lets the code that it wakes ask again before it releases the next', async () => {
    const queue = new ReleaseQueue()
    const released: number[] = []
    const take = async (seq: number): Promise<void> =>
      void released.push(await queue.turn(seq, at(seq)))
    const chain = async (): Promise<void> => {
      await take(1)
      await take(2)
      await take(4)
    }
    await Promise.all([chain(), take(3), take(5)])
    expect(released).toEqual([1, 2, 3, 4, 5])
  })

  it('makes later results wait for one whose value takes longer to read', async () => {
    const queue = new ReleaseQueue()
    const released: string[] = []
    const slow = queue.turn(1, late(5, 'big')).then((value) => released.push(value))
    const fast = queue.turn(2, Promise.resolve('small')).then((value) => released.push(value))
    await Promise.all([slow, fast])
    expect(released).toEqual(['big', 'small'])
  })

  it('hands a value that cannot be read to its own waiter, and goes on', async () => {
    const queue = new ReleaseQueue()
    const broken = queue.turn(1, Promise.reject(new Error('gone')))
    const next = queue.turn(2, at(2))
    await expect(broken).rejects.toThrow('gone')
    await expect(next).resolves.toBe(2)
  })
})
