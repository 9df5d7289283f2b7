import { describe, expect, it } from 'vitest'
import { fitting, namedWithin, unread } from './not-shown.ts'

describe('namedWithin()', () => {
  it('names twenty for a reason and counts the rest', () => {
    const binary = Array.from({ length: 23 }, (_, index) => ({
      what: `${index}.png`,
      why: 'binary',
    }))
    const named = namedWithin([...binary, { what: 'link', why: 'a link' }])
    expect(named).toHaveLength(22)
    expect(named.slice(19)).toEqual([
      { what: '19.png', why: 'binary' },
      { what: '3 more', why: 'binary' },
      { what: 'link', why: 'a link' },
    ])
  })
})

describe('fitting()', () => {
  it('keeps the first items that there is room for', () => {
    const items = Array.from({ length: 100 }, () => 'x'.repeat(998))
    expect(fitting(items)).toHaveLength(40)
    expect(fitting(items.slice(0, 40))).toHaveLength(40)
  })
})

describe('unread()', () => {
  it('says nothing of a file that was read whole', () => {
    expect(unread('a.txt', { ok: true, lines: 3, cutLines: [], more: false })).toEqual([])
  })

  it('names long lines and what is behind the last line', () => {
    expect(unread('a.txt', { ok: true, lines: 3, cutLines: [1, 2], more: true })).toEqual([
      {
        what: 'a.txt: the ends of its long lines (2)',
        why: 'only the first 4000 characters of a line are read',
      },
      { what: 'a.txt after line 3', why: 'only the first 64 MiB of a file are read' },
    ])
  })
})
