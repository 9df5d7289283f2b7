import { describe, expect, it } from 'vitest'
import { readDoors } from '../scripts/doors.ts'
import { publicNames } from './support/public-name.ts'
import { readSources, type SourceFile } from './support/source-file.ts'

const guarantee = /\b(Pure|Durable|At least once|Live)\b/

describe('public names', () => {
  it('have a docstring, and functions a guarantee, their parameters and what they return', () => {
    const sources = readSources('src')
    const present = readDoors().filter((door) => sources.some(({ path }) => path === door.source))
    expect(present.flatMap((door) => docFaults(sources, door.source))).toEqual([])
  })
})

describe('docFaults()', () => {
  const faults = (text: string): string[] =>
    docFaults(
      [
        { path: 'src/index.ts', text: "export { a } from './run/a.ts'" },
        { path: 'src/run/a.ts', text },
      ],
      'src/index.ts',
    )
  const whole = '/**\n * Adds.\n *\n * Pure.\n *\n * @param b One.\n * @returns A sum.\n */\n'

  it('accepts a whole docstring', () => {
    expect(faults(`${whole}export function a(b: number): number { return b }`)).toEqual([])
    expect(faults('/** One. */\nexport const a = 1')).toEqual([])
  })

  it('reports a name without a docstring', () => {
    expect(faults('export const a = 1')).toEqual(['src/run/a.ts: a has no docstring'])
    expect(faults('/** Far. */\nconst b = 1\nexport const a = b')).toEqual([
      'src/run/a.ts: a has no docstring',
    ])
  })

  it('reports a function without a guarantee, a parameter or what it returns', () => {
    const signature = 'export function a(b: number): number { return b }'
    expect(faults(whole.replace('Pure', 'Fast') + signature)).toEqual([
      'src/run/a.ts: a gives no guarantee (Pure, Durable, At least once or Live)',
    ])
    expect(faults(whole.replace('@param', 'param') + signature)).toEqual([
      'src/run/a.ts: a documents 0 of 1 parameters',
    ])
    expect(faults(whole.replace('@returns', 'returns') + signature)).toEqual([
      'src/run/a.ts: a does not say what it returns',
    ])
  })

  it('reports a name that no file declares', () => {
    expect(faults('export const b = 1')).toEqual(['src/run/a.ts: a is not declared here'])
  })

  it('follows a name through files that pass it on', () => {
    const files = [
      { path: 'src/index.ts', text: "export { a as c } from './run/b.ts'" },
      { path: 'src/run/b.ts', text: "export { d as a } from './d.ts'" },
      { path: 'src/run/d.ts', text: 'export const d = 1' },
    ]
    expect(docFaults(files, 'src/index.ts')).toEqual(['src/run/d.ts: d has no docstring'])
  })
})

function docFaults(files: readonly SourceFile[], door: string): string[] {
  return publicNames(files, door).flatMap((name) => {
    const at = `${name.path}: ${name.name}`
    if (!name.isDeclared) return [`${at} is not declared here`]
    if (name.doc === undefined) return [`${at} has no docstring`]
    if (name.signature === undefined) return []
    const { parameters, returnsValue } = name.signature
    const documented = name.doc.match(/@param\b/g)?.length ?? 0
    return [
      guarantee.test(name.doc)
        ? []
        : [`${at} gives no guarantee (Pure, Durable, At least once or Live)`],
      documented >= parameters ? [] : [`${at} documents ${documented} of ${parameters} parameters`],
      !returnsValue || /@returns\b/.test(name.doc) ? [] : [`${at} does not say what it returns`],
    ].flat()
  })
}
