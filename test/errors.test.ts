import { readFileSync } from 'node:fs'
import type { ESTree } from 'vite'
import { describe, expect, it } from 'vitest'
import { parse, readSources, type SourceFile } from './support/source-file.ts'

const register = 'src/kernel/error.ts'
const page = readFileSync('docs/reference/errors.md', 'utf8')
const sources = readSources('src').filter((file) => !file.path.endsWith('.test.ts'))
const codes = registeredCodes(readRegister())

describe('error register', () => {
  it('has a row in docs/reference/errors.md for each code, and no other row', () => {
    expect(documentedCodes(page)).toEqual([...codes].sort())
  })

  it('has no code that nothing in src uses', () => {
    expect(unusedCodes(codes, sources)).toEqual([])
  })
})

describe('registeredCodes()', () => {
  it('reads the keys of ErrorData, quoted or not', () => {
    const text = "export interface ErrorData { 'a-b': { x: 1 }; c: { y: 2 } }"
    expect(registeredCodes({ path: register, text })).toEqual(['a-b', 'c'])
  })
})

describe('documentedCodes()', () => {
  it('reads the first cell of each row, and shows a row that stands twice', () => {
    const rows = '| Code | Meaning |\n|---|---|\n| `b` | not `c` |\n| `a` | x |\n| `a` | x |\n'
    expect(documentedCodes(rows)).toEqual(['a', 'a', 'b'])
  })
})

describe('unusedCodes()', () => {
  it('reports a code that stands in the register alone', () => {
    const declared = { path: register, text: "export interface ErrorData { 'a-b': {}; 'c-d': {} }" }
    const user = { path: 'src/run/run.ts', text: "throw new AssayError('a-b', '', {})" }
    expect(unusedCodes(['a-b', 'c-d'], [declared, user])).toEqual(['c-d'])
  })
})

function readRegister(): SourceFile {
  return { path: register, text: readFileSync(register, 'utf8') }
}

function registeredCodes(file: SourceFile): string[] {
  return (
    registerIn(file)?.body.body.flatMap((member) => {
      if (member.type !== 'TSPropertySignature') return []
      const { key } = member
      if (key.type === 'Identifier') return key.name
      return key.type === 'Literal' ? String(key.value) : []
    }) ?? []
  )
}

function documentedCodes(markdown: string): string[] {
  return [...markdown.matchAll(/^\| *`([^`]+)` *\|/gm)].map((row) => row[1] ?? '').sort()
}

function unusedCodes(all: readonly string[], files: readonly SourceFile[]): string[] {
  const used = files.map(textBesidesRegister)
  return all.filter((code) => !used.some((text) => text.includes(`'${code}'`)))
}

/** A file's text, without the interface that declares the codes. */
function textBesidesRegister(file: SourceFile): string {
  const declared = file.path === register ? registerIn(file) : undefined
  if (declared === undefined) return file.text
  return file.text.slice(0, declared.start) + file.text.slice(declared.end)
}

function registerIn(file: SourceFile): ESTree.TSInterfaceDeclaration | undefined {
  for (const node of parse(file).program.body) {
    if (node.type !== 'ExportNamedDeclaration') continue
    const { declaration } = node
    if (declaration?.type !== 'TSInterfaceDeclaration') continue
    if (declaration.id.name === 'ErrorData') return declaration
  }
  return undefined
}
