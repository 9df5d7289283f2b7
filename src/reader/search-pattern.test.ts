import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.ts'
import { searchFor, type Width } from './search-pattern.ts'

const { terms } = readQuestion('Which red pump failed near the boiler?')
const finds = (width: Width, line: string): boolean =>
  new RegExp(searchFor(terms, width), 'iu').test(line)

describe('searchFor()', () => {
  it('finds lines with at least so many of the terms, in any order', () => {
    expect(finds('any', 'a boiler')).toBe(true)
    expect(finds('pairs', 'a boiler')).toBe(false)
    expect(finds('pairs', 'boiler, boiler')).toBe(false)
    expect(finds('pairs', 'the boiler fails')).toBe(true)
    expect(finds('triples', 'the boiler fails')).toBe(false)
    expect(finds('triples', 'boiler: FAILURE of a pump')).toBe(true)
  })

  it('stays within 1,000 characters', () => {
    const long = readQuestion(
      Array.from({ length: 10 }, (_, at) => `${'x'.repeat(60)}${at}`).join(' '),
    )
    const query = searchFor(long.terms, 'triples')
    expect(query.length).toBeLessThanOrEqual(1000)
    expect(new RegExp(query, 'iu').test('x')).toBe(false)
  })
})
