import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.ts'
import { keyReadersOf, readingOf, sameReading } from './readings.ts'

function valueIn(question: string, line: string): string | undefined {
  return readingOf(keyReadersOf(readQuestion(question)), line)?.value
}

describe('readingOf()', () => {
  it.each([
    ['max_wait: 30', '30'],
    ['max_wait=30 s', '30 s'],
    ['"max_wait": 30,', '30'],
    ['APP_MAX_WAIT=30', '30'],
    ['maxWait := 30', '30'],
    ['| max_wait | 30 |', '30'],
    ['max_wait,30', '30'],
    ['the max_wait is about 30 s here', '30 s'],
    ['mode max_wait = "strict"', 'strict'],
  ])('reads the value of a name in %s', (line, value) => {
    expect(valueIn('What is `max_wait`?', line)).toBe(value)
  })

  it.each(['max_waiters = 3', 'max_wait is above 30 s', 'max_wait = options.wait', 'see max_wait'])(
    'reads no value in %s',
    (line) => {
      expect(valueIn('What is `max_wait`?', line)).toBeUndefined()
    },
  )

  it('reads the value of words that stand together in the question', () => {
    const question = 'What was the replication lag?'
    expect(valueIn(question, 'restarted, replication lag 83 s')).toBe('83 s')
    expect(valueIn(question, 'Replication lag was about 28 s.')).toBe('28 s')
    expect(valueIn(question, 'replication of a lag 9')).toBeUndefined()
  })

  it.each([
    ['1,204 guests left', '1,204'],
    ['Guests affected: 1,204', '1,204'],
    ['The guests in the house were about 40', '40'],
    ['EUR 1,204 guests', undefined],
    ['guests paid: 12.50', undefined],
    ['GUEST-1204', undefined],
  ])('counts what is asked for in %s', (line, value) => {
    expect(valueIn('How many guests left?', line)).toBe(value)
  })
})

describe('sameReading()', () => {
  const reading = (value: string, isApproximate = false) => ({ key: 'k', value, isApproximate })

  it('compares values as values', () => {
    expect(sameReading(reading('30 s'), reading('30000 ms'))).toBe(true)
    expect(sameReading(reading('1,204'), reading('1204'))).toBe(true)
    expect(sameReading(reading('Strict'), reading('strict'))).toBe(true)
    expect(sameReading(reading('4'), reading('40'))).toBe(false)
  })

  it('lets "about" be about', () => {
    expect(sameReading(reading('80', true), reading('83'))).toBe(true)
    expect(sameReading(reading('80'), reading('83'))).toBe(false)
  })
})
