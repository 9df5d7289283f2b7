import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inertCode, inertText } from './inert-code.ts'
import { parseReport } from './parse-report.ts'

const pieces = fc.constantFrom(
  '`',
  '``',
  ':',
  '#L',
  '3',
  'a.md',
  ' ',
  '\n',
  '\\',
  '[1]',
  '\u001b[2J',
  '\u202e',
)
const names = fc.array(pieces, { minLength: 1, maxLength: 8 }).map((parts) => parts.join(''))

describe('inertCode()', () => {
  it.each([
    ['x.bin', '`x.bin`'],
    ['x.bin:3', '`x.bin\\u003a3`'],
    ['x.bin#L3', '`x.bin\\u0023L3`'],
    ['a`b', '``a`b``'],
    ['`', '`` ` ``'],
    ['a\n\n# b', '`a\\u000a\\u000a# b`'],
    ['', '`  `'],
  ])('writes %j as %s', (text, code) => {
    expect(inertCode(text)).toBe(code)
  })

  it('is one code span without a citation, whatever the text', () => {
    fc.assert(
      fc.property(names, (name) => {
        const text = `Left out: ${inertCode(name)} and more.`
        const { sentences, headings } = parseReport(text, { paths: ['a.md', 'a.md:3', name] })
        const found = sentences.map(({ citations, literals }) => [citations, literals.length])
        expect(found).toEqual([[[], 1]])
        expect(headings).toEqual([])
      }),
    )
  })
})

describe('inertText()', () => {
  it('leaves words as they are, and writes all else as code', () => {
    expect(inertText('charts/a_b.png (not text)')).toBe('charts/a_b.png (not text)')
    expect(inertText('_a_')).toBe('`_a_`')
    expect(inertText('a.md:3')).toBe('`a.md\\u003a3`')
  })
})
