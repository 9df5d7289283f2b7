import { describe, expect, it } from 'vitest'
import { parseJson } from './parse-json.ts'

describe('parseJson()', () => {
  it('reads JSON text', () => {
    expect(parseJson('{"a":[1,"x-0",null]}')).toEqual({ a: [1, 'x-0', null] })
  })

  it('reads -0 as 0, wherever it stands', () => {
    expect(parseJson('{"delta":[-0.0,-1,-1e-400]}')).toStrictEqual({ delta: [0, -1, 0] })
    expect(parseJson('-0')).toBe(0)
  })

  it.each(['', '{', 'undefined', '1e999', '['.repeat(2000) + ']'.repeat(2000)])(
    'refuses %.12s',
    (text) => {
      expect(parseJson(text)).toBeUndefined()
    },
  )
})
