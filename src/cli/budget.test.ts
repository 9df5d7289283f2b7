import { describe, expect, it } from 'vitest'
import { readBudget } from './budget.ts'

describe('readBudget()', () => {
  it('reads dollars, and nothing where nothing was given', () => {
    expect(readBudget('0.25')).toEqual({ budgetUsd: 0.25 })
    expect(readBudget(undefined)).toEqual({})
  })

  it.each(['', '0', '-1', '1e3', '$5', '9000001', 'NaN'])('refuses %j', (given) => {
    expect(() => readBudget(given)).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
  })
})
