import { describe, expect, it } from 'vitest'
import { Permits } from './permits.ts'

describe('Permits', () => {
  it('lets so many in at once, first come first served, failures included', async () => {
    const permits = new Permits(2)
    const log: string[] = []
    const gates = ['a', 'b', 'c', 'd'].map((name) => ({
      name,
      gate: Promise.withResolvers<void>(),
    }))
    const all = gates.map(({ name, gate }) =>
      permits.within(async () => {
        log.push(name)
        await gate.promise
      }),
    )
    const settled = Promise.allSettled(all)
    expect(log).toEqual(['a', 'b'])
    gates[1]?.gate.reject(new Error('down'))
    await expect(all[1]).rejects.toThrow('down')
    expect(log).toEqual(['a', 'b', 'c'])
    for (const { gate } of gates) gate.resolve()
    await settled
    expect(log).toEqual(['a', 'b', 'c', 'd'])
    await expect(permits.within(async () => 'free again')).resolves.toBe('free again')
  })
})
