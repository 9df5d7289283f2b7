import { describe, expect, it } from 'vitest'
import { verdictCode } from './verdict-code.ts'

describe('verdictCode()', () => {
  it('lets a qualified report pass unless it is strict', () => {
    const codes = (strict: boolean): number[] =>
      (['accepted', 'qualified', 'rejected'] as const).map((each) => verdictCode(each, strict))
    expect(codes(false)).toEqual([0, 0, 1])
    expect(codes(true)).toEqual([0, 1, 1])
  })
})
