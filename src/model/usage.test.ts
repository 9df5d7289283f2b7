import { describe, expect, it } from 'vitest'
import { usageOf } from './usage.ts'

describe('usageOf()', () => {
  it('reads the nested shape of V4', () => {
    const reported = {
      inputTokens: { total: 10, noCache: 3, cacheRead: 5, cacheWrite: 2 },
      outputTokens: { total: 7, text: 4, reasoning: 3 },
    }
    expect(usageOf(reported)).toEqual({
      inputTokens: 10,
      outputTokens: 7,
      cacheReadTokens: 5,
      cacheWriteTokens: 2,
      reasoningTokens: 3,
      unknown: 0,
    })
  })

  it('reads the flat shape of V2', () => {
    const reported = { inputTokens: 10, outputTokens: 7, totalTokens: 17, cachedInputTokens: 4 }
    expect(usageOf({ ...reported, reasoningTokens: 1 })).toEqual({
      inputTokens: 10,
      outputTokens: 7,
      cacheReadTokens: 4,
      cacheWriteTokens: 0,
      reasoningTokens: 1,
      unknown: 0,
    })
  })

  it.each([
    undefined,
    null,
    'none',
    {},
    { inputTokens: 5 },
    { inputTokens: undefined, outputTokens: undefined },
    { inputTokens: { total: undefined }, outputTokens: { total: 5 } },
    { inputTokens: Number.NaN, outputTokens: 5 },
    { inputTokens: -1, outputTokens: 5 },
    { inputTokens: '5', outputTokens: 5 },
  ])('takes %j as not reported, which is not 0', (reported) => {
    expect(usageOf(reported)).toBeUndefined()
  })

  it('keeps totals of 0 that were reported', () => {
    expect(usageOf({ inputTokens: 0, outputTokens: 0 })).toMatchObject({ inputTokens: 0 })
  })
})
