import { describe, expect, it } from 'vitest'
import { literalMatcher, regexMatcher } from './line-matcher.ts'

describe('literalMatcher()', () => {
  it('finds the text in any case and takes no character as special', () => {
    expect(literalMatcher('Ä.b')(['xä.Bx', 'ä-b', 'a.b'])).toEqual([0])
  })
})

describe('regexMatcher()', () => {
  it('finds matches in any case, each line on its own', () => {
    expect(regexMatcher('^e\\p{L}+ \\d$')(['Error 1', 'no', 'ERROR 2'])).toEqual([0, 2])
  })

  it('refuses what is no regular expression, with the reason', () => {
    expect(() => regexMatcher('(a')).toThrow(
      /"query" must be a regular expression \(.*group.*"\(a"/,
    )
  })

  it('breaks off a pattern that backtracks', () => {
    const matcher = regexMatcher('^(a+)+$')
    expect(() => matcher([`${'a'.repeat(60)}!`])).toThrow(
      '"query" must be a regular expression that',
    )
  })

  it('refuses a pattern that is too large to be run', () => {
    const query = `${'('.repeat(13)}x?${'){99}'.repeat(13)}`
    expect(() => regexMatcher(query)(['x'])).toThrow('"query" must be a regular expression')
  })
})
