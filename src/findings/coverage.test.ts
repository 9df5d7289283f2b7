import { describe, expect, it } from 'vitest'
import { AssayError } from '../kernel/error.ts'
import { absent, type AbsentOptions, coverage, type CoverageLists } from './coverage.ts'

const ground = [{ what: 'ledger.csv' }]

describe('absent()', () => {
  it('writes the envelope with its keys in order', () => {
    const answer = absent({
      what: 'a refund in May',
      checked: ground,
      notChecked: [{ what: 'ledger-2.csv', why: 'binary' }],
      cannotCover: [{ what: 'cash', why: 'it is not booked' }],
      tryInstead: 'Ask the bank.',
      tryInsteadTool: { tool: 'bank', why: 'it has the bookings' },
    })
    const { note, ...rest } = answer
    expect(note).toContain('matched nothing')
    expect(JSON.stringify(rest)).toBe(
      '{"absent":true,"outcome":"nothing_found","looked_for":"a refund in May",' +
        '"checked":[{"what":"ledger.csv"}],' +
        '"not_checked":[{"what":"ledger-2.csv","why":"binary"}],' +
        '"cannot_cover":[{"what":"cash","why":"it is not booked"}],' +
        '"retry_returns_the_same":true,"try_instead":"Ask the bank.",' +
        '"try_instead_tool":{"tool":"bank","why":"it has the bookings"}}',
    )
  })

  it('leaves out lists without items and a blank suggestion', () => {
    const answer = absent({ what: 'x', checked: ground, notChecked: [], tryInstead: ' ' })
    expect(Object.keys(answer)).toEqual([
      'absent',
      'outcome',
      'looked_for',
      'checked',
      'retry_returns_the_same',
      'note',
    ])
  })

  it('keeps the white space of a suggestion', () => {
    const tryInstead = '\n  Ask\tthe bank. \u00a0'
    expect(absent({ what: 'x', checked: ground, tryInstead }).try_instead).toBe(tryInstead)
  })

  const refusals: readonly (readonly [string, unknown])[] = [
    ['options', undefined],
    ['options', ['x']],
    ['what', { checked: ground }],
    ['what', { what: ' ', checked: ground }],
    ['checked', { what: 'x' }],
    ['checked', { what: 'x', checked: [] }],
    ['checked', { what: 'x', checked: 'ledger.csv' }],
    ['checked[0]', { what: 'x', checked: ['ledger.csv'] }],
    ['checked[0]', { what: 'x', checked: [null] }],
    ['checked[1].what', { what: 'x', checked: [...ground, { why: 'y' }] }],
    ['checked[0].what', { what: 'x', checked: [{ what: '\t' }] }],
    ['notChecked[0].why', { what: 'x', checked: ground, notChecked: [{ what: 'y', why: '' }] }],
    ['notChecked[0].kind', { what: 'x', checked: ground, notChecked: [{ what: 'y', kind: 1 }] }],
    ['cannotCover[0].why', { what: 'x', checked: ground, cannotCover: [{ what: 'y' }] }],
    ['not_checked', { what: 'x', checked: ground, not_checked: ground }],
    ['tryInstead', { what: 'x', checked: ground, tryInstead: { tool: 'bank' } }],
    ['tryInsteadTool', { what: 'x', checked: ground, tryInsteadTool: 'bank' }],
    ['tryInsteadTool.tool', { what: 'x', checked: ground, tryInsteadTool: { tool: '' } }],
    ['tryInsteadTool.why', { what: 'x', checked: ground, tryInsteadTool: { tool: 'a', why: ' ' } }],
    ['tryInsteadTool.args', { what: 'x', checked: ground, tryInsteadTool: { tool: 'a', args: 1 } }],
  ]
  it.each(refusals)('refuses at the call, naming %s', (name, options) => {
    expect(refusedName(() => absent(options as AbsentOptions))).toBe(name)
  })
})

describe('coverage()', () => {
  it('puts the boundary before the payload', () => {
    const answer = coverage([1], {
      cannotCover: [{ what: 'b', why: 'c' }],
      notChecked: [{ what: 'a' }],
      checked: ground,
    })
    expect(JSON.stringify(answer)).toBe(
      '{"coverage":{"checked":[{"what":"ledger.csv"}],"not_checked":[{"what":"a"}],' +
        '"cannot_cover":[{"what":"b","why":"c"}]},"result":[1]}',
    )
  })

  it('holds an absence as it is', () => {
    const nothing = absent({ what: 'x', checked: ground })
    expect(coverage(nothing, { notChecked: [{ what: 'y' }] }).result).toBe(nothing)
  })

  it('takes data that has fields of the same names', () => {
    const report = { coverage: { lines: 80 }, result: 'passed' }
    expect(coverage(report, { checked: ground }).result).toBe(report)
  })

  const refusals: readonly (readonly [string, unknown, unknown])[] = [
    ['lists', 1, undefined],
    ['lists', 1, {}],
    ['lists', 1, { checked: [] }],
    ['notCheckd', 1, { notCheckd: ground }],
    ['cannotCover[0].why', 1, { cannotCover: ground }],
    ['value', undefined, { checked: ground }],
    ['value', coverage(1, { checked: ground }), { checked: ground }],
  ]
  it.each(refusals)('refuses at the call, naming %s', (name, value, lists) => {
    expect(refusedName(() => coverage(value, lists as CoverageLists))).toBe(name)
  })
})

function refusedName(call: () => unknown): string | undefined {
  try {
    call()
  } catch (error) {
    if (AssayError.is(error, 'invalid-argument')) return error.data.name
    throw error
  }
  return undefined
}
