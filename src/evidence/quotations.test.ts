import { describe, expect, it } from 'vitest'
import { findQuotations } from './quotations.ts'

const quoted = (text: string): readonly string[] =>
  findQuotations(text).map(({ offset, end }) => text.slice(offset, end))

describe('findQuotations()', () => {
  it('finds straight, curly, low-high and angled quotes', () => {
    expect(quoted('"a b" and “c d”, „e f“ and „g h”, «i j» or »k l«')).toEqual([
      'a b',
      'c d',
      'e f',
      'g h',
      'i j',
      'k l',
    ])
  })

  it('keeps straight quotes inside curly ones', () => {
    expect(quoted('- “> "Do restart the primary" he wrote” [a.eml:13]')).toEqual([
      '> "Do restart the primary" he wrote',
    ])
    expect(quoted('“"strict": true, /* Enable all. */” [a.json:1]')).toEqual([
      '"strict": true, /* Enable all. */',
    ])
  })

  it('lets a straight mark close a curly one when nothing better stands on the line', () => {
    expect(quoted('“a b" and\n“c d”')).toEqual(['a b', 'c d'])
  })

  it('opens nothing at an apostrophe', () => {
    expect(quoted("it's the team's plan")).toEqual([])
  })
})
