import { describe, expect, it } from 'vitest'
import { mergeLimits } from './limits.ts'

describe('mergeLimits()', () => {
  it('fills in the defaults', () => {
    expect(mergeLimits(undefined)).toEqual({
      maxTurns: 32,
      maxToolCalls: Number.POSITIVE_INFINITY,
      noProgressTurns: 3,
    })
  })

  it('lets the first that names a field count', () => {
    const merged = mergeLimits({ maxTurns: 2 }, undefined, { maxTurns: 9, maxToolCalls: 0 })
    expect(merged).toMatchObject({ maxTurns: 2, maxToolCalls: 0, noProgressTurns: 3 })
  })

  it.each([
    ['maxTurns', 0],
    ['maxTurns', -1],
    ['maxTurns', 1.5],
    ['maxTurns', undefined],
    ['maxToolCalls', -1],
    ['maxOutputTokensPerTurn', Number.NaN],
    ['noProgressTurns', '3'],
  ])('refuses limits.%s of %s', (field, value) => {
    expect(() => mergeLimits({ [field]: value } as never)).toThrow(`"limits.${field}"`)
  })

  it('refuses limits that cannot act yet, and those that it does not know', () => {
    expect(() => mergeLimits({ timeoutMs: 1 } as never)).toThrow(
      '"limits.timeoutMs" is not available yet',
    )
    expect(() => mergeLimits({ maxturns: 1 } as never)).toThrow('"limits.maxturns" is not known')
  })
})
