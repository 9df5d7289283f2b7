import { describe, expect, it } from 'vitest'
import { virtualClock } from './virtual-clock.ts'

describe('virtualClock()', () => {
  it('stands still until it is told to go on', async () => {
    const clock = virtualClock({ now: 1000 })
    let isAwake = false
    const asleep = clock.sleep(50).then(() => (isAwake = true))
    await clock.advance(49)
    expect([clock.now(), isAwake]).toEqual([1049, false])
    await clock.advance(1)
    await asleep
    expect([clock.now(), isAwake]).toEqual([1050, true])
  })

  it('wakes sleepers in the order of their time, each at its time', async () => {
    const clock = virtualClock()
    const woken: string[] = []
    const sleep = async (ms: number): Promise<void> => {
      await clock.sleep(ms)
      woken.push(`${ms} at ${clock.now()}`)
    }
    const asleep = [30, 10, 20].map(sleep)
    await clock.advance(100)
    await Promise.all(asleep)
    expect(woken).toEqual(['10 at 10', '20 at 20', '30 at 30'])
  })

  it('ticks until it is stopped', async () => {
    const clock = virtualClock()
    const ticks: number[] = []
    const stop = clock.every(10, () => void ticks.push(clock.now()))
    await clock.advance(35)
    stop()
    await clock.advance(35)
    expect(ticks).toEqual([10, 20, 30])
  })

  it('ends a sleep with the reason of its signal', async () => {
    const clock = virtualClock()
    const controller = new AbortController()
    const asleep = clock.sleep(10, controller.signal)
    controller.abort(new Error('enough'))
    await expect(asleep).rejects.toThrow('enough')
    await expect(clock.sleep(10, controller.signal)).rejects.toThrow('enough')
  })
})
