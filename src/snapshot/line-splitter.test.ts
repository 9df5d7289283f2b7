import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { lineSplitter, splitLines } from './line-splitter.ts'

describe('splitLines()', () => {
  it.each([
    ['', []],
    ['\n', ['']],
    ['a', ['a']],
    ['a\n', ['a']],
    ['a\r\n\r\nb', ['a', '', 'b']],
    ['a\rb\n', ['a\rb']],
    ['a\n\n', ['a', '']],
  ])('numbers the lines of %j as an editor does', (text, lines) => {
    expect(splitLines(text)).toEqual(lines)
  })
})

describe('lineSplitter()', () => {
  it('gives the same lines wherever the text is broken into pieces', () => {
    const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', '\r', '\n') }))
    fc.assert(
      fc.property(pieces, (some) => {
        const splitter = lineSplitter(10)
        const lines = [...some.flatMap((piece) => splitter.push(piece)), ...splitter.end()]
        const whole = splitLines(some.join(''))
        expect(lines).toEqual(whole.map((line) => line.slice(0, 10)))
        const long = whole.flatMap((line, index) => (line.length > 10 ? [index + 1] : []))
        expect(splitter.cut).toEqual(long)
      }),
    )
  })

  it('cuts no character in half', () => {
    const splitter = lineSplitter(3)
    expect(splitter.push('ab\u{1f600}c\n')).toEqual(['ab'])
  })
})
