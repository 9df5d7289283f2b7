import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anchorsOverlap, formatAnchor, normalisePath, parseAnchor } from './anchor.ts'

describe('parseAnchor()', () => {
  it.each([
    ['a.ts:10', { path: 'a.ts', start: 10, end: 10 }],
    ['a.ts:10-12', { path: 'a.ts', start: 10, end: 12 }],
    ['a.ts:10–12', { path: 'a.ts', start: 10, end: 12 }],
    ['a.ts:10:5', { path: 'a.ts', start: 10, end: 10 }],
    ['docs/a.md#L10', { path: 'docs/a.md', start: 10, end: 10 }],
    ['docs/a.md#L10-L20', { path: 'docs/a.md', start: 10, end: 20 }],
    ['./x/../my notes.md:3', { path: 'my notes.md', start: 3, end: 3 }],
  ])('reads %s', (text, anchor) => {
    expect(parseAnchor(text)).toEqual({ ok: true, anchor })
  })

  it.each([
    ['a.ts', 'not-an-anchor'],
    [':3', 'not-an-anchor'],
    ['a.ts:0', 'line-zero'],
    ['a.ts:9-3', 'reversed'],
    ['../a.ts:3', 'outside-root'],
    ['/etc/passwd:3', 'outside-root'],
    ['a/../../b.ts:3', 'outside-root'],
  ])('refuses %s', (text, reason) => {
    expect(parseAnchor(text)).toEqual({ ok: false, reason })
  })

  it('reads back what formatAnchor() writes', () => {
    const line = fc.integer({ min: 1, max: 99_999 })
    fc.assert(
      fc.property(line, fc.integer({ min: 0, max: 500 }), (start, more) => {
        const anchor = { path: 'src/a.ts', start, end: start + more }
        expect(parseAnchor(formatAnchor(anchor))).toEqual({ ok: true, anchor })
      }),
    )
  })
})

describe('normalisePath()', () => {
  it('never lets a path climb out of the root', () => {
    const parts = fc.array(fc.constantFrom('..', '.', 'a', 'b', ''), { maxLength: 12 })
    fc.assert(
      fc.property(parts, (list) => {
        const path = normalisePath(list.join('/'))
        expect(path?.split('/') ?? []).not.toContain('..')
        expect(path?.startsWith('/') ?? false).toBe(false)
      }),
    )
  })
})

describe('anchorsOverlap()', () => {
  const lines = (start: number, end: number, path = 'a.ts') => ({ path, start, end })

  it.each([
    [lines(1, 3), lines(3, 9), true],
    [lines(5, 5), lines(1, 9), true],
    [lines(1, 3), lines(4, 9), false],
    [lines(1, 3), lines(1, 3, 'b.ts'), false],
  ])('compares %o with %o', (one, other, expected) => {
    expect(anchorsOverlap(one, other)).toBe(expected)
    expect(anchorsOverlap(other, one)).toBe(expected)
  })
})
