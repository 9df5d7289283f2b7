import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { escapedLine, plainJson, plainLine, plainText } from './plain-text.ts'

// oxlint-disable-next-line no-control-regex -- these are the characters that must not be there
const driving = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/

describe('plainText()', () => {
  it('takes out escape sequences as a whole', () => {
    expect(plainText('\u001b[1;31mred\u001b[0m')).toBe('red')
    expect(plainText('\u009b2Jgone')).toBe('gone')
    expect(plainText('a\u001b]8;;http://x.example\u0007link\u001b]8;;\u0007b')).toBe('alinkb')
    expect(plainText('\u001b[?1049hscreen')).toBe('screen')
  })

  it('takes out control characters, and keeps line feeds, tabs and all other text', () => {
    expect(plainText('a\rb\u0000c\u0008d\u007fe\u0085f')).toBe('abcdef')
    expect(plainText('a\u202eb\u2066c')).toBe('abc')
    expect(plainText('one\n\ttwo, “drei” ✓ 𝄞')).toBe('one\n\ttwo, “drei” ✓ 𝄞')
  })

  it('leaves nothing that drives a terminal in any text', () => {
    const pieces = fc.constantFrom('\u001b', '[', ']', '\u009d', '31m', '\u0007', 'x', '\r', '\n')
    fc.assert(
      fc.property(fc.array(fc.oneof(pieces, fc.string({ unit: 'binary' }))), (parts) => {
        expect(plainText(parts.join(''))).not.toMatch(driving)
      }),
    )
  })
})

describe('plainLine()', () => {
  it('puts a text on one line', () => {
    expect(plainLine(' a\n\tb \u001b[2Kc ')).toBe('a b c')
  })
})

describe('escapedLine()', () => {
  it('shows what would drive a terminal, turn the text or end the line', () => {
    expect(escapedLine('a\n\u001b[31mb\u202ec`é')).toBe('a\\u000a\\u001b[31mb\\u202ec`é')
  })
})

describe('plainJson()', () => {
  it('escapes what JSON leaves as it is, and loses nothing', () => {
    const value = { text: '\u001b[31m\u009b\u007f\u0085' }
    const json = plainJson(value)
    expect(json).not.toMatch(driving)
    expect(JSON.parse(json)).toEqual(value)
  })

  it('writes null for nothing', () => {
    expect(plainJson(undefined)).toBe('null')
  })
})
