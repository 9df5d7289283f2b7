import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import type { Json } from './json.ts'

const literals = String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`

describe('canonicalJson()', () => {
  it('writes the value of RFC 8785, section 3.2.2, as the standard does', () => {
    const value = {
      numbers: [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"\u002f',
      literals: [null, true, false],
    }
    expect(canonicalJson(value)).toBe(literals)
  })

  it('sorts the keys of RFC 8785, section 3.2.3, by UTF-16 code units', () => {
    const value = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    }
    expect(Object.keys(JSON.parse(canonicalJson(value)) as object).sort()).toHaveLength(7)
    expect([...canonicalJson(value).matchAll(/:"(\w+)/g)].map(([, word]) => word)).toEqual([
      'Carriage',
      'One',
      'Control',
      'Latin',
      'Euro',
      'Emoji',
      'Hebrew',
    ])
  })

  it.each([
    [0, '0'],
    [-1 / 3, '-0.3333333333333333'],
    [5e-324, '5e-324'],
    [1.7976931348623157e308, '1.7976931348623157e+308'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [1e21, '1e+21'],
    [1e-7, '1e-7'],
  ])('writes the number %d as ECMAScript does', (value, text) => {
    expect(canonicalJson(value)).toBe(text)
  })

  it('writes lone surrogates apart from each other and from the text that escapes them', () => {
    const texts = ['\ud800', '\ud801', '\udc00', '\ufffd', '\\ud800', '\ud800\udc00']
    const written = texts.map(canonicalJson)
    expect(new Set(written).size).toBe(texts.length)
    expect(written[0]).toBe('"\\ud800"')
    for (const text of written) expect(Buffer.from(text).toString()).toBe(text)
  })

  it('keeps a key "__proto__" that is a property of its own', () => {
    const value = JSON.parse('{"b":1,"__proto__":{"a":2}}') as Json
    expect(canonicalJson(value)).toBe('{"__proto__":{"a":2},"b":1}')
  })

  it('leaves out properties that hold undefined', () => {
    expect(canonicalJson({ a: undefined, b: 1 } as unknown as Json)).toBe('{"b":1}')
  })
})
