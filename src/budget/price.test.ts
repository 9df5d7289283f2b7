import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noUsage } from '../journal/usage.ts'
import {
  affordableOutputTokens,
  checkPricing,
  costNanoUsd,
  mostNanoUsd,
  nanoUsdOf,
  usdOf,
} from './price.ts'

const price = {
  inputUsdPerMTok: 3,
  outputUsdPerMTok: 15,
  cacheReadUsdPerMTok: 0.3,
  cacheWriteUsdPerMTok: 3.75,
}
const usd = fc.double({ min: 0, max: 200, noNaN: true })
const anyPrice = fc.record({ inputUsdPerMTok: usd, outputUsdPerMTok: usd })

describe('costNanoUsd()', () => {
  it('prices each kind of token, cached ones not twice', () => {
    const usage = {
      ...noUsage,
      inputTokens: 1_000_000,
      cacheReadTokens: 400_000,
      cacheWriteTokens: 100_000,
      outputTokens: 10_000,
    }
    expect(usdOf(costNanoUsd(usage, price))).toBeCloseTo(1.5 + 0.12 + 0.375 + 0.15, 9)
  })

  it('rounds a part of a nano-dollar up', () => {
    const cheap = { inputUsdPerMTok: 0.0001, outputUsdPerMTok: 0 }
    expect(costNanoUsd({ ...noUsage, inputTokens: 1 }, cheap)).toBe(1)
  })
})

describe('mostNanoUsd()', () => {
  it('takes the dearer of input and cache-write price for the request', () => {
    expect(mostNanoUsd({ bytes: 1000, maxOutputTokens: 0 }, price)).toBe(3_750_000)
  })

  it('is never below what a call within it costs', () => {
    const bound = fc.record({ bytes: fc.nat(1e6), maxOutputTokens: fc.nat(1e5) })
    fc.assert(
      fc.property(bound, anyPrice, (request, each) => {
        const { bytes: inputTokens, maxOutputTokens: outputTokens } = request
        const cost = costNanoUsd({ ...noUsage, inputTokens, outputTokens }, each)
        expect(cost).toBeLessThanOrEqual(mostNanoUsd(request, each))
      }),
    )
  })
})

describe('affordableOutputTokens()', () => {
  it('never grants more than the amount covers, and not a token less', () => {
    fc.assert(
      fc.property(fc.nat(1e9), fc.nat(1e4), anyPrice, (nanoUsd, bytes, each) => {
        const maxOutputTokens = affordableOutputTokens(nanoUsd, { bytes }, each)
        fc.pre(Number.isFinite(maxOutputTokens) && maxOutputTokens > 0)
        expect(mostNanoUsd({ bytes, maxOutputTokens }, each)).toBeLessThanOrEqual(nanoUsd)
        const more = mostNanoUsd({ bytes, maxOutputTokens: maxOutputTokens + 1 }, each)
        expect(more).toBeGreaterThanOrEqual(nanoUsd)
      }),
    )
  })

  it('grants nothing where the request alone is too dear, and all where output is free', () => {
    expect(affordableOutputTokens(10, { bytes: 1000 }, price)).toBe(0)
    const free = { inputUsdPerMTok: 0, outputUsdPerMTok: 0 }
    expect(affordableOutputTokens(0, { bytes: 1000 }, free)).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('checkPricing()', () => {
  it.each([
    [{ inputUsdPerMTok: -1, outputUsdPerMTok: 1 }, 'inputUsdPerMTok'],
    [{ inputUsdPerMTok: 1 }, 'outputUsdPerMTok'],
    [{ inputUsdPerMTok: 1, outputUsdPerMTok: 1, cacheReadUsdPerMTok: Number.NaN }, 'cacheRead'],
    [{ inputUsdPerMTok: '1', outputUsdPerMTok: 1 }, 'inputUsdPerMTok'],
  ])('refuses %j by model and field', (bad, field) => {
    expect(() => checkPricing({ 'p:m': bad as never })).toThrow(`pricing["p:m"].${field}`)
  })
})

describe('nanoUsdOf()', () => {
  it('turns dollars into whole nano-dollars', () => {
    expect(nanoUsdOf('budgetUsd', 0.1 + 0.2)).toBe(300_000_000)
  })

  it.each([-1, Number.NaN, Number.POSITIVE_INFINITY, 1e10, '1' as never])('refuses %s', (bad) => {
    expect(() => nanoUsdOf('budgetUsd', bad)).toThrow('"budgetUsd" must be a number of dollars')
  })
})
