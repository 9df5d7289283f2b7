import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noUsage } from '../journal/usage.ts'
import { childText, clip, digestOf } from './digest.ts'

const base = { text: 'so far', usage: noUsage, costUsd: 0, turns: 1 }

describe('clip()', () => {
  it('keeps the bound, marker included, and never half of a pair', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 30 })
    fc.assert(
      fc.property(text, fc.nat(40), (whole, most) => {
        const clipped = clip(whole, most)
        expect(clipped.length).toBeLessThanOrEqual(Math.max(most, 0))
        expect(clipped.isWellFormed()).toBe(true)
        expect(clipped === whole).toBe(whole.length <= most)
        const isMarked = clipped.endsWith('...') && whole.startsWith(clipped.slice(0, -3))
        expect(isMarked || whole.startsWith(clipped)).toBe(true)
      }),
    )
  })

  it.each([
    ['abcdef', 5, 'ab...'],
    ['abcdef', 3, '...'],
    ['abcdef', 2, 'ab'],
    ['abcdef', 0, ''],
    ['a\u{1f600}bcdef', 5, 'a...'],
    ['\u{1f600}\u{1f600}', 1, ''],
  ])('cuts %j at %d to %j', (text, most, clipped) => {
    expect(clip(text, most)).toBe(clipped)
  })
})

describe('childText()', () => {
  it('is the answer, as text or as JSON', () => {
    expect(childText({ ...base, status: 'ok', output: 'said' })).toBe('said')
    expect(childText({ ...base, status: 'ok', output: { a: 1 } })).toBe('{"a":1}')
  })

  it('is the reason with what was written so far where there is no answer', () => {
    const error = { code: 'reply-empty', message: 'The reply was empty' }
    const { text: _, ...silent } = base
    expect(childText({ ...base, status: 'error', error })).toContain('The reply was empty')
    expect(childText({ ...base, status: 'error', error })).toContain('so far')
    expect(childText({ ...silent, text: '', status: 'limit', reason: 'too long' })).toContain(
      'too long',
    )
  })
})

describe('digestOf()', () => {
  it('holds no money', () => {
    const result = { ...base, costUsd: 5, status: 'ok' as const, output: 'said' }
    expect(digestOf({ handle: 'c1', result }, 400)).toEqual({
      handle: 'c1',
      nodeId: 'c1',
      status: 'ok',
      outputSummary: 'said',
    })
  })
})
