import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AssayError } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import { decodeEntry, encodeEntry, linkOf, payloadsOf } from './codec.ts'
import { type Entry, genesis } from './entry.ts'

const started: Entry = {
  type: 'run-started',
  seq: 1,
  at: 5,
  prev: genesis,
  format: 1,
  workflow: 'w',
  args: { json: { a: 1 } },
}
const place = { runId: 'r', seq: 1 }

function codeOf(act: () => unknown): unknown {
  try {
    act()
    return undefined
  } catch (error) {
    return AssayError.is(error) ? { code: error.code, data: error.data } : error
  }
}

describe('encodeEntry()', () => {
  it('writes what decodeEntry() reads, whatever the texts in it are', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (text, label) => {
        const entry: Entry = {
          seq: 1,
          at: 0,
          prev: genesis,
          scope: text,
          key: 'k',
          ordinal: 0,
          type: 'decided',
          decision: label,
          value: { json: [text, '\ud800', '\0\u2028\n'] },
        }
        expect(decodeEntry(encodeEntry(entry), place)).toEqual(entry)
      }),
    )
  })

  it('keeps to what the entry was when it was first written', () => {
    const list = [1]
    const entry: Entry = { ...started, args: { json: list } }
    const before = encodeEntry(entry)
    list.push(2)
    expect(encodeEntry(entry)).toBe(before)
  })
})

describe('linkOf()', () => {
  it('is the hash of the text that is stored', () => {
    expect(linkOf(started)).toBe(sha256(encodeEntry(started)))
  })
})

describe('decodeEntry()', () => {
  it.each(['', '\0\0\0', '{"type":"run-started"', 'null', '[]', '{"seq":1,"type":"toString"}'])(
    'refuses %j as corrupt, naming run and seq',
    (text) => {
      expect(codeOf(() => decodeEntry(text, { runId: 'r', seq: 500 }))).toEqual({
        code: 'journal-corrupt',
        data: { runId: 'r', seq: 500, readable: 499 },
      })
    },
  )

  it('refuses an entry that stands in the wrong place', () => {
    expect(codeOf(() => decodeEntry(encodeEntry(started), { runId: 'r', seq: 2 }))).toMatchObject({
      code: 'journal-corrupt',
    })
  })

  it('refuses a format that it does not know', () => {
    const text = encodeEntry({ ...started, format: 99 })
    expect(codeOf(() => decodeEntry(text, place))).toEqual({
      code: 'journal-format',
      data: { runId: 'r', format: 99, known: 1 },
    })
  })
})

describe('payloadsOf()', () => {
  it('finds the payload of each entry that carries one', () => {
    const base = { seq: 2, at: 0, prev: genesis }
    const output = { blob: 'b' }
    expect(payloadsOf(started)).toEqual([{ json: { a: 1 } }])
    expect(payloadsOf({ ...base, type: 'step-completed', started: 1, output })).toEqual([output])
    expect(payloadsOf({ ...base, type: 'run-reopened', generation: 2 })).toEqual([])
  })
})
