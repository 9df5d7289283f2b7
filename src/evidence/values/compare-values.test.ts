import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compareValues } from './compare-values.ts'
import { readValues } from './read-values.ts'
import type { Value } from './value.ts'

describe('compareValues()', () => {
  it.each([
    ['1,200', '1200'],
    ['1 200 kr'.replace(' ', '\u00a0'), '1200'],
    ['1.200,50 kr', '1200.50 kr'],
    ['$1,200.00', '1200'],
    ['30 s', '30000 ms'],
    ['30 s', 'timeout_ms: 30000'],
    ['thirty seconds', '30 s'],
    ['1.2 s', '1187 ms'],
    ['1 MB', '1048576'],
    ['1.2 million', '1,187,345'],
    ['80%', '79.61'],
    ['80', '79.61'],
    ['80 percent', '0.8'],
    ['9 NOK', '9 kr'],
    ['v1.2', '1.2.3'],
    ['03:14', '2024-03-05T03:14:22Z'.slice(11)],
    ['3:14 pm', '15:14'],
    ['03:14 UTC', '05:14+02:00'],
    ['5 March', '2024-03-05'],
    ['March 5, 2024', '05.03.2024'],
    ['2024', '2024-03-05'],
    ['INC-2041', 'inc-2041'],
  ])('takes %s for %s', (claimed, found) => {
    expect(compareValues(only(claimed), only(found))).toBe('same')
  })

  it.each([
    ['8%', '8.9'],
    ['79.61', '80'],
    ['1,201', '1,200'],
    ['30 s', '30 min'],
    ['5 s', '5 kB'],
    ['03:41', '03:14'],
    ['6 March', '2024-03-05'],
    ['1.2.4', '1.2.3'],
    ['INC-2042', 'INC-2041'],
  ])('tells %s from %s', (claimed, found) => {
    expect(compareValues(only(claimed), only(found))).toBe('different')
  })

  it.each([
    ['$9', '9 kr'],
    ['$1,200', 'NOK 1200'],
    ['€5', '£5'],
  ])('sees another currency in %s and %s', (claimed, found) => {
    expect(compareValues(only(claimed), only(found))).toBe('other-currency')
  })

  it('lets "about" round zeros at the end', () => {
    expect(compareValues(only('1,200'), only('1,187'), true)).toBe('same')
    expect(compareValues(only('1,200'), only('1,187'))).toBe('different')
    expect(compareValues(only('1,200'), only('1,287'), true)).toBe('different')
  })

  it('never takes one whole number for another', () => {
    const whole = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(whole, whole, (one, other) => {
        const is = compareValues(only(String(one)), only(String(other)))
        expect(is).toBe(one === other ? 'same' : 'different')
      }),
    )
  })
})

describe('readValues()', () => {
  it.each([
    ['1st, 2x, 3× and one', []],
    ['10-20 ms', ['10', '20 ms']],
    ['Build #12 on db-03 of 2024-03-05 at 03:14', ['#12', 'db-03', '2024-03-05', '03:14']],
    ['two hundred and five of thirty-one', ['two hundred and five', 'thirty-one']],
    ['1.2 million', ['1.2 million']],
    ['03:14-03:41', ['03:14', '03:41']],
    ['10.0.0.1', ['10.0.0.1']],
  ])('reads %s', (text, expected) => {
    expect(readValues(text).map((value) => value.text)).toEqual(expected)
  })

  it('slices back to the text, and none overlap', () => {
    const scrap = fc.constantFrom(
      '1',
      ',',
      '.',
      ':',
      ' ',
      '$',
      'kr',
      '%',
      's',
      '-',
      'March',
      'two',
      'x',
      '2024',
      'T',
      '/',
      '\u2212',
      '–',
      '2018',
      '200',
      '10.1000/',
      "'80s",
      'dozen',
      'fell ',
    )
    fc.assert(
      fc.property(
        fc.array(scrap).map((parts) => parts.join('')),
        (text) => {
          let end = 0
          for (const value of readValues(text)) {
            expect(text.slice(value.offset, value.end)).toBe(value.text)
            expect(value.offset).toBeGreaterThanOrEqual(end)
            end = value.end
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})

function only(text: string): Value {
  const [value, ...more] = readValues(text)
  if (value === undefined || more.length > 0) throw new Error(`"${text}" is not one value`)
  return value
}
