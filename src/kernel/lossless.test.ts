import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from './canonical-json.ts'
import { AssayError } from './error.ts'
import type { Json } from './json.ts'
import { lossless } from './lossless.ts'

class Point {
  readonly x = 1
}

const cyclic: Record<string, unknown> = { a: { b: [] } }
;(cyclic['a'] as { b: unknown[] }).b.push(cyclic)

const throwing = {
  get x(): number {
    throw new Error('no')
  },
}

const revoked = Proxy.revocable([], {})
revoked.revoke()

function nested(depth: number): unknown {
  let value: unknown = []
  for (let level = 1; level < depth; level += 1) value = [value]
  return value
}

function refusalOf(value: unknown): { path: string; found: string } {
  try {
    lossless(value, 'args')
  } catch (error) {
    if (AssayError.is(error, 'value-not-lossless')) return error.data
    throw error
  }
  throw new Error('it was not refused')
}

describe('lossless()', () => {
  it.each([
    ['NaN', { a: [1, Number.NaN] }, 'args.a[1]', 'NaN'],
    ['Infinity', [Number.POSITIVE_INFINITY], 'args[0]', 'Infinity'],
    ['-0', { a: -0 }, 'args.a', '-0'],
    ['a BigInt', { a: 1n }, 'args.a', 'a bigint'],
    ['a function', { a: () => 1 }, 'args.a', 'a function'],
    ['a symbol', Symbol('s'), 'args', 'a symbol'],
    ['a Date', { at: new Date(0) }, 'args.at', 'an instance of Date'],
    ['a Map', { a: new Map() }, 'args.a', 'an instance of Map'],
    ['a Set', new Set(), 'args', 'an instance of Set'],
    ['bytes', { a: new Uint8Array(1) }, 'args.a', 'an instance of Uint8Array'],
    ['a class instance', { p: new Point() }, 'args.p', 'an instance of Point'],
    ['a symbol key', { a: { [Symbol('s')]: 1 } }, 'args.a', 'a symbol key'],
    ['undefined in an array', { a: [1, undefined] }, 'args.a[1]', 'undefined'],
    // oxlint-disable-next-line no-sparse-arrays
    ['a hole in an array', { a: [1, , 2] }, 'args.a[1]', 'undefined'],
    ['an array with a name', 'ab'.match(/a/), 'args', 'an array with properties of its own'],
    ['a cycle', cyclic, 'args.a.b[0]', 'a cycle'],
    ['a getter that throws', { a: throwing }, 'args.a', 'an object that throws when it is read'],
    ['a revoked proxy', { a: revoked.proxy }, 'args.a', 'an object that throws when it is read'],
  ])('refuses %s by path', (_name, value, path, found) => {
    expect(refusalOf(value)).toEqual({ name: 'args', path, found })
  })

  it('carries 1,000 levels and refuses the next one', () => {
    expect(lossless(nested(1000), 'args')).toEqual(nested(1000))
    expect(refusalOf(nested(1001)).found).toBe('nesting deeper than 1000')
  })

  it('drops properties that hold undefined, and lets undefined itself pass', () => {
    expect(lossless({ a: undefined, b: [{ c: undefined }] }, 'args')).toStrictEqual({ b: [{}] })
    expect(lossless(undefined, 'args')).toBeUndefined()
  })

  it('carries what is referred to twice, as two', () => {
    const shared = { n: 1 }
    const carried = lossless({ a: shared, b: [shared] }, 'args') as { a: object; b: object[] }
    expect(carried).toEqual({ a: { n: 1 }, b: [{ n: 1 }] })
    expect(carried.a).not.toBe(carried.b[0])
  })

  it('returns a copy that later changes do not reach', () => {
    const value = { list: [1] }
    const carried = lossless(value, 'args')
    value.list.push(2)
    expect(carried).toEqual({ list: [1] })
  })

  it('sorts keys as canonical JSON does, so that text made of the copy is the same on replay', () => {
    const value = {
      b: { d: 1, c: 2 },
      a: [{ z: 1, 10: 2, 9: 3, y: 4 }],
      '\ud83d\ude00': 1,
      '\ufb33': 2,
    }
    const carried = lossless(value, 'args') as Json
    expect(JSON.stringify(carried)).toBe(JSON.stringify(JSON.parse(canonicalJson(carried))))
    expect(Object.keys(carried as object)).toEqual(['a', 'b', '\ud83d\ude00', '\ufb33'])
  })

  it('keeps a key "__proto__" as a property', () => {
    const carried = lossless(JSON.parse('{"__proto__":{"a":1}}'), 'args') as object
    expect(Object.keys(carried)).toEqual(['__proto__'])
    expect(JSON.stringify(carried)).toBe('{"__proto__":{"a":1}}')
  })

  it('returns what JSON carries for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('-0'))
        const written = JSON.parse(JSON.stringify(value)) as unknown
        expect(lossless(written, 'args')).toEqual(written)
      }),
    )
  })
})
