import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.ts'

function termsOf(text: string): readonly string[] {
  return readQuestion(text).terms.map((term) => term.text)
}

describe('readQuestion()', () => {
  it('keeps names whole and leaves stop words out', () => {
    expect(termsOf('What was the pool_max of db-primary before v2.1?')).toEqual([
      'pool_max',
      'db-primary',
      'v2.1',
    ])
  })

  it('takes what stands in back-ticks or quotation marks as one name', () => {
    const { terms } = readQuestion('Does `pool opened` mean "all clear"?')
    expect(terms.map(({ text, isName }) => [text, isName])).toEqual([
      ['pool opened', true],
      ['all clear', true],
      ['mean', false],
    ])
  })

  it('counts forms of one word once', () => {
    expect(termsOf('Which test tested the tests?')).toEqual(['test'])
  })

  it.each([
    ['How many boxes were lost?', { kind: 'count', unit: 'boxes' }],
    ['When did the pump stop?', { kind: 'time' }],
    ['What stopped when the pump broke?', { kind: 'any' }],
  ])('knows what kind of value "%s" asks for', (text, asked) => {
    expect(readQuestion(text).asked).toMatchObject(asked)
  })

  it('knows a question for a deed from one for a duty', () => {
    expect(readQuestion('Who signed the form?').asksForDeed).toBe(true)
    expect(readQuestion('Was the form signed?').asksForDeed).toBe(true)
    expect(readQuestion('Who must sign the form?').asksForDeed).toBe(false)
    expect(readQuestion('Does the manual allow it?').asksForDeed).toBe(false)
  })

  it('makes patterns that find the irregular forms of a verb', () => {
    const [term] = readQuestion('Who sent it?').terms
    const pattern = new RegExp(term?.pattern ?? '', 'iu')
    for (const text of ['sent', 'sending', 'sends']) expect(text).toMatch(pattern)
  })

  it('makes patterns that find the other spellings of a name', () => {
    const [term] = readQuestion('What is `pool_max`?').terms
    const pattern = new RegExp(term?.pattern ?? '', 'iu')
    for (const text of ['POOL_MAX=4', 'poolMax: 4', 'pool-max 4', 'APP_POOL_MAX']) {
      expect(text).toMatch(pattern)
    }
  })
})
