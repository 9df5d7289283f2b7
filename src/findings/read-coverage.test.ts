import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { absent, coverage } from './coverage.ts'
import { readCoverage } from './read-coverage.ts'

const ground = [{ what: 'ledger.csv' }]
const empty = { checked: [], notChecked: [], cannotCover: [] }

describe('readCoverage()', () => {
  it('reads an absence with all that it says', () => {
    const nothing = absent({
      what: 'x',
      checked: ground,
      notChecked: [{ what: 'a' }],
      cannotCover: [{ what: 'b', why: 'c' }],
      tryInstead: ' y\n',
    })
    expect(readCoverage(JSON.parse(JSON.stringify(nothing)))).toEqual({
      absent: true,
      lookedFor: 'x',
      checked: ground,
      notChecked: [{ what: 'a' }],
      cannotCover: [{ what: 'b', why: 'c' }],
      tryInstead: ' y\n',
    })
  })

  it('reads a boundary before plain data as no absence', () => {
    const covered = coverage([], { notChecked: [{ what: 'a', why: 'b' }] })
    const notChecked = [{ what: 'a', why: 'b' }]
    expect(readCoverage(covered)).toEqual({ ...empty, absent: false, notChecked })
  })

  it('puts the items of the boundary before those of its absence, each once', () => {
    const a = { what: 'a', why: 'b' }
    const nothing = absent({ what: 'x', checked: ground, notChecked: [{ what: 'c' }, a] })
    const read = readCoverage(
      coverage(nothing, { notChecked: [a, { what: 'd' }], checked: ground }),
    )
    expect(read?.absent).toBe(true)
    expect(read?.checked).toEqual(ground)
    expect(read?.notChecked).toEqual([a, { what: 'd' }, { what: 'c' }])
  })

  it('still reads the absence when the boundary around it has lost its items', () => {
    const nothing = absent({ what: 'x', checked: ground })
    expect(readCoverage({ coverage: {}, result: nothing })?.absent).toBe(true)
  })

  it('keeps only what is well formed of a foreign envelope', () => {
    const foreign = {
      absent: true,
      checked: ['raw'],
      looked_for: 7,
      not_checked: ['text', null, 3, [], { what: ' ' }, { why: 'x' }, { what: 'a', why: 1, b: 2 }],
      cannot_cover: 'everything',
      try_instead: { tool: 'bank' },
    }
    expect(readCoverage(foreign)).toEqual({ ...empty, absent: true, notChecked: [{ what: 'a' }] })
  })

  const data: readonly (readonly [string, unknown])[] = [
    ['an empty list', []],
    ['a count of nothing', { count: 0 }],
    ['empty text', ''],
    ['null', null],
    ['the envelope as text', JSON.stringify(absent({ what: 'x', checked: ground }))],
    ['a mark that is not true', { absent: 'true', checked: ground }],
    ['a mark without ground', { absent: true, checked: [] }],
    ['a mark without a list', { absent: true, checked: 'all' }],
    ['an absence in a list', [absent({ what: 'x', checked: ground })]],
    ['an absence in a field', { data: absent({ what: 'x', checked: ground }) }],
    ['an absence below two boundaries', inner(inner(absent({ what: 'x', checked: ground })))],
    ['a report on test coverage', { coverage: { lines: 80, checked: [] }, result: 'passed' }],
    ['a boundary without a payload', { coverage: { checked: ground } }],
    ['an instance of a class', Object.assign(new Date(0), { absent: true, checked: ground })],
  ]
  it.each(data)('takes %s as data', (_, value) => {
    expect(readCoverage(value)).toBeUndefined()
  })

  it('never throws, whatever JSON comes in', () => {
    const marked = fc.record({
      absent: fc.constant(true),
      checked: fc.array(fc.jsonValue(), { minLength: 1 }),
      not_checked: fc.jsonValue(),
      cannot_cover: fc.jsonValue(),
      try_instead: fc.jsonValue(),
    })
    const covered = fc.record({
      coverage: fc.jsonValue(),
      result: fc.oneof(marked, fc.jsonValue()),
    })
    fc.assert(
      fc.property(marked, (value) => {
        expect(readCoverage(value)?.absent).toBe(true)
      }),
    )
    fc.assert(fc.property(covered, (value) => void readCoverage(value)))
  })
})

function inner(result: unknown): unknown {
  return { coverage: {}, result }
}
