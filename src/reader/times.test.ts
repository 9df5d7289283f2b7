import { describe, expect, it } from 'vitest'
import { clockText, isRecordLine, sameMoment, timeIn, utcSeconds } from './times.ts'

const utcText = (text: string): string => {
  const time = timeIn(text)
  return time === undefined ? 'none' : clockText(utcSeconds(time))
}

describe('timeIn()', () => {
  it.each([
    ['2024-05-01T09:12:31Z start at 10:00', '09:12:31'],
    ['2024-05-01 11:12:31.004 +02:00 start', '09:12:31'],
    ['stopped at 09:19.', '09:19:00'],
    ['ratio 3:4 of 10', 'none'],
  ])('finds the first time of %s', (text, found) => {
    expect(utcText(text)).toBe(found)
  })
})

describe('isRecordLine()', () => {
  it('knows a line that begins with its own time', () => {
    expect(isRecordLine('[09:12:31] pump on')).toBe(true)
    expect(isRecordLine('2024-05-01 pump on')).toBe(true)
    expect(isRecordLine('pump on at 09:12')).toBe(false)
  })
})

describe('sameMoment()', () => {
  const at = (text: string) => timeIn(text) ?? { kind: 'clock' as const, hour: 0, minute: 0 }

  it('compares in UTC, to the minute where one has no seconds', () => {
    expect(sameMoment(at('09:12:31Z'), at('11:12:31+02:00'))).toBe(true)
    expect(sameMoment(at('09:12Z'), at('09:12:31Z'))).toBe(true)
    expect(sameMoment(at('09:12:30Z'), at('09:12:31Z'))).toBe(false)
    expect(sameMoment(at('09:12Z'), at('09:12+02:00'))).toBe(false)
  })
})
