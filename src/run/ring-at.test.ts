import { describe, expect, it } from 'vitest'
import { virtualClock } from '../testing/virtual-clock.ts'
import { ringAt } from './ring-at.ts'

const longestTimer = 2 ** 31 - 1

describe('ringAt()', () => {
  it('rings at a time that is further away than any timer can be set to', async () => {
    const clock = virtualClock()
    const asked: number[] = []
    const watched = {
      ...clock,
      after: (ms: number, ring: () => void) => {
        asked.push(ms)
        return clock.after(ms, ring)
      },
    }
    const rung: number[] = []
    ringAt(watched, longestTimer + 5_000, () => rung.push(clock.now()))
    await clock.advance(longestTimer)
    expect(rung).toEqual([])
    await clock.advance(5_000)
    expect(rung).toEqual([longestTimer + 5_000])
    expect(asked).toEqual([longestTimer, 5_000])
  })

  it('rings no more once it was stopped, at whatever stage', async () => {
    const clock = virtualClock()
    let rung = 0
    const stop = ringAt(clock, longestTimer + 5_000, () => (rung += 1))
    await clock.advance(longestTimer)
    stop()
    await clock.advance(10_000)
    expect(rung).toBe(0)
  })

  it('rings on the next turn for a time that is past', async () => {
    const clock = virtualClock({ now: 10 })
    let rung = 0
    ringAt(clock, 5, () => (rung += 1))
    await clock.advance(0)
    expect(rung).toBe(1)
  })
})
