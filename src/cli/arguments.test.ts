import { describe, expect, it } from 'vitest'
import { readArguments, refuseTogether } from './arguments.ts'

const rules = {
  operands: ['FOLDER'],
  texts: ['out', 'budget'],
  switches: ['strict'],
  later: ['since'],
}

describe('readArguments()', () => {
  it('takes a number below zero for the value of the flag before it', () => {
    expect(readArguments(['a', '--out', '-1'], rules).texts).toEqual({ out: '-1' })
  })

  it('reads operands, texts and switches in any order', () => {
    expect(readArguments(['--strict', 'a', '--out=b'], rules)).toEqual({
      operands: ['a'],
      texts: { out: 'b' },
      switches: new Set(['strict']),
    })
  })

  it('takes what follows "--" as it is', () => {
    expect(readArguments(['--', '--strict'], rules).operands).toEqual(['--strict'])
  })

  it.each([
    [[], 'invalid-argument', '"FOLDER" is missing'],
    [[' '], 'invalid-argument', '"FOLDER" must be a text, got " "'],
    [['a', 'b'], 'invalid-argument', '"arguments" must be no more than FOLDER, got "b"'],
    [['a', '--out', ''], 'invalid-argument', '"--out" must be a text, got ""'],
    [['a', '--out'], 'invalid-argument', "Option '--out <value>' argument missing"],
    [['a', '--out', '--strict'], 'invalid-argument', '"--out" must be followed by its value'],
    [['a', '--other'], 'invalid-argument', "Unknown option '--other'"],
    [['a', '-x'], 'invalid-argument', "Unknown option '-x'"],
    [['a', '--out', 'b', '--out', 'b'], 'invalid-option', 'Option "--out" is given twice'],
    [['a', '--since', 'x'], 'invalid-option', 'Option "--since" is not available yet'],
    [['a', '--since=x'], 'invalid-option', 'Option "--since" is not available yet'],
  ] as const)('refuses %j', (args, code, message) => {
    expect(() => readArguments(args, rules)).toThrow(expect.objectContaining({ code, message }))
  })

  it('names the flag in the data of the refusal', () => {
    const value = "Unknown option '--other'"
    expect(() => readArguments(['a', '--other'], rules)).toThrow(
      expect.objectContaining({ data: { name: '--other', value } }),
    )
  })
})

describe('refuseTogether()', () => {
  it('refuses two, and nothing less', () => {
    expect(() => refuseTogether(['a'])).not.toThrow()
    expect(() => refuseTogether(['a', 'b'])).toThrow('"--a" and "--b" cannot be given together')
  })
})
