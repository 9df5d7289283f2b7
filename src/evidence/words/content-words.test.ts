import { describe, expect, it } from 'vitest'
import { contentWords, isCode, isEnglish, isTalk, wordPool } from './content-words.ts'

describe('contentWords()', () => {
  it('leaves out stop words and numbers, and keeps identifiers whole', () => {
    expect(contentWords('The pools were 40, then `pool_max` and poolMax of db-1 were set')).toEqual(
      ['pool', 'poolmax', 'db1', 'set'],
    )
  })
})

describe('isEnglish()', () => {
  it.each([
    ['It was restarted by the team.', true],
    ['Der Dienst wurde neu gestartet.', false],
    ['De storing was in de nacht.', false],
    ['2025-09-16 LOG: primary restarted', false],
    ['pool_max: 40', false],
    ['', false],
  ])('reads %j', (text, is) => {
    expect(isEnglish(text)).toBe(is)
  })
})

describe('isCode()', () => {
  it.each([
    ['const a = 5', true],
    ['One line\n}\nof several', true],
    ['They said: wait (for now).', false],
  ])('reads %j', (text, is) => {
    expect(isCode(text)).toBe(is)
  })
})

describe('isTalk()', () => {
  it.each([
    ['Ada: Hi. Ben: Yes? Ada: Nothing.', true],
    ['Ada Rowan: Hi\nBen: Yes?\nBen: Go on', true],
    ['From: Ada\nTo: Ben\nSubject: The quay', false],
    ['Note: it was late. Ada was there.', false],
  ])('reads %j', (text, is) => {
    expect(isTalk(text)).toBe(is)
  })
})

describe('wordPool()', () => {
  const pool = wordPool(['The rollback of PAYMENTS_POOL was approved'])

  it.each(['rollback', 'roll', 'rollbacks', 'approval', 'pool', 'paymentspool'])(
    'has %s',
    (word) => {
      expect(pool.has(word)).toBe(true)
    },
  )

  it.each(['rol', 'apple', 'backroll', 'db1'])('lacks %s', (word) => {
    expect(pool.has(word)).toBe(false)
  })
})
