import { describe, expect, it } from 'vitest'
import { readValues } from './read-values.ts'
import { inZones, zoneNamed } from './zone.ts'

describe('zoneNamed()', () => {
  it.each([
    ['local time, UTC+02:00', 120],
    ['local time, UTC-5', -300],
    ['times in UTC', 0],
    ['local time', undefined],
  ])('reads the zone of "%s"', (note, minutes) => {
    expect(zoneNamed(note)).toBe(minutes)
  })
})

describe('inZones()', () => {
  it('gives a zone to times of day that have none, and to nothing else', () => {
    const values = readValues('11:12:31 start, 09:12:31Z, 5 tries on 2025-09-16')
    expect(inZones(values, [120]).map(({ value }) => value)).toEqual([
      { kind: 'clock', hour: 11, minute: 12, second: 31, zone: 120 },
    ])
  })
})
