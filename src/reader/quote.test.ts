import { describe, expect, it } from 'vitest'
import { bulletOf, quoteOf } from './quote.ts'

describe('quoteOf()', () => {
  it('quotes the whole line, trimmed', () => {
    const line = { path: 'a.md', line: 3, text: '  It is "so".\t' }
    expect(quoteOf(line, [])).toEqual({ path: 'a.md', line: 3, text: 'It is "so".' })
  })

  it('quotes the piece of a long line that holds what was looked for', () => {
    const text = `${'left '.repeat(400)}the needle ${'right '.repeat(400)}`
    const { text: quote } = quoteOf({ path: 'a.md', line: 1, text }, ['needle'])
    expect(quote).toContain('the needle right')
    expect(quote.length).toBeLessThanOrEqual(400)
    expect(text).toContain(quote)
  })

  it('never ends in half a character', () => {
    const { text } = quoteOf({ path: 'a.md', line: 1, text: `a${'\u{1F600}'.repeat(400)}` }, [])
    expect(text.isWellFormed()).toBe(true)
  })
})

describe('bulletOf()', () => {
  it.each([
    ['src/a-b.ts', '[src/a-b.ts:2]'],
    ['my notes/a.md', '[`my notes/a.md:2`]'],
    ['app/[id]/page.tsx', '[`app/[id]/page.tsx:2`]'],
  ])('cites %s', (path, citation) => {
    expect(bulletOf({ path, line: 2, text: 'x' })).toBe(`- “x” ${citation}`)
  })
})
