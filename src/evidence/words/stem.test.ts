import { describe, expect, it } from 'vitest'
import { stemOf } from './stem.ts'

describe('stemOf()', () => {
  it.each([
    ['restarted', 'restart'],
    ['fails', 'failure'],
    ['stopped', 'stop'],
    ['acknowledgement', 'acknowledged'],
    ['retries', 'retry'],
    ['sent', 'sends'],
    ['written', 'writing'],
    ['causes', 'cause'],
    ['minutes', 'minute'],
  ])('brings %s and %s to one stem', (one, other) => {
    expect(stemOf(one)).toBe(stemOf(other))
  })

  it.each([
    ['failover', 'fail'],
    ['process', 'proceed'],

    ['primary', 'prime'],
    ['störung', 'stören'],
  ])('keeps %s and %s apart', (one, other) => {
    expect(stemOf(one)).not.toBe(stemOf(other))
  })

  it('keeps a double s', () => {
    expect(stemOf('pass')).toBe('pass')
  })

  it('gives the beginning of the word', () => {
    for (const word of ['running', 'settlement', 'queries', 'was', 'ss', '30', "can't"]) {
      expect(word.startsWith(stemOf(word))).toBe(true)
    }
  })
})
