import { describe, expect, it } from 'vitest'
import { citationOf, isCitable } from './citation.ts'

describe('citationOf()', () => {
  it('writes a path with spaces as code', () => {
    expect(citationOf({ path: 'docs/a.md', line: 3 })).toBe('[docs/a.md:3]')
    expect(citationOf({ path: 'docs/a b.md', line: 3 })).toBe('[`docs/a b.md:3`]')
  })
})

describe('isCitable()', () => {
  it.each(['docs/a.md', 'Makefile', 'docs/a b.md', 'größe.txt', 'a.b-c_d.log'])(
    'is true of %j',
    (path) => {
      expect(isCitable(path)).toBe(true)
    },
  )

  it.each(['a:3.md', 'a.md:3', 'a\nb.md', 'a`b.md', 'a]b.md', '-a.md', '\u001b[2J.md'])(
    'is false of %j',
    (path) => {
      expect(isCitable(path)).toBe(false)
    },
  )
})
