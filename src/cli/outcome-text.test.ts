import { describe, expect, it } from 'vitest'
import type { RunOutcome } from '../run/outcome.ts'
import { failureLines } from './outcome-text.ts'

describe('failureLines()', () => {
  it('says which validators refused which sentences, without control sequences', () => {
    const failed = [{ name: 'quote', reasons: ['"a \u001b[31mb" is not there', 'nor "c"'] }]
    const outcome = {
      status: 'error',
      error: { code: 'orchestration-rejected', message: 'not accepted', data: { failed } },
    } as unknown as RunOutcome
    expect(failureLines(outcome)).toEqual([
      'error: not accepted (orchestration-rejected)',
      'quote: "a b" is not there',
      'quote: nor "c"',
    ])
  })

  it('says what was left out', () => {
    const dropped = [{ label: 'c1 reader', reason: 'the budget' }]
    expect(failureLines({ status: 'exhausted', dropped } as unknown as RunOutcome)).toEqual([
      'exhausted',
      'left out: c1 reader: the budget',
    ])
  })
})
