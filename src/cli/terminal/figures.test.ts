import { describe, expect, it } from 'vitest'
import { costText, count, time, usd } from './figures.ts'

const cost = {
  totalUsd: 0.25,
  unpriced: [],
  unknown: 0,
  requests: 3,
  byModel: {},
  byRole: {},
  byPhase: {},
  byAgent: {},
}

describe('usd()', () => {
  it('shows cents, and the price of one call where it is less', () => {
    expect([0, 0.25, 12, 0.000123].map(usd)).toEqual(['$0.00', '$0.25', '$12.00', '$0.000123'])
  })
})

describe('count()', () => {
  it('counts one and many', () => {
    expect([count(1, 'call'), count(0, 'call'), count(2, 'entry', 'entries')]).toEqual([
      '1 call',
      '0 calls',
      '2 entries',
    ])
  })
})

describe('costText()', () => {
  it('says what a run cost', () => {
    expect(costText(cost)).toBe('$0.25 (3 model calls)')
  })

  it('says that it is a lower bound when something is not known', () => {
    expect(costText({ ...cost, unknown: 2 })).toBe(
      'at least $0.25 (3 model calls; 2 of unknown cost)',
    )
    expect(costText({ ...cost, unpriced: ['a:b'] })).toBe(
      'at least $0.25 (3 model calls; without a price: a:b)',
    )
  })
})

describe('time()', () => {
  it('shows a time in UTC', () => {
    expect(time(0)).toBe('1970-01-01 00:00:00')
  })
})
