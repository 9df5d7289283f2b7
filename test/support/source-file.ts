import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { type ESTree, parseSync } from 'vite'

/** A TypeScript file: its path from the root of the repository, and its text. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}

/** A comment and where it stands, in UTF-16 code units. */
export interface Comment {
  readonly value: string
  readonly start: number
  readonly end: number
}

/** A source file as a tree, with its comments beside it. */
export interface ParsedFile extends SourceFile {
  readonly program: ESTree.Program
  readonly comments: readonly Comment[]
}

/** Reads every TypeScript file below a folder, in the order of their paths. */
export function readSources(root: string): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .sort()
    .map((path) => join(root, path))
    .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
}

/** Parses a source file, refusing one that TypeScript could not read either. */
export function parse(file: SourceFile): ParsedFile {
  const { program, comments, errors } = parseSync(file.path, file.text)
  const [error] = errors
  if (error !== undefined) throw new Error(`${file.path}: ${error.message}`)
  return { ...file, program, comments }
}

/** Every module that a file names in an import, a re-export or a type, in any form. */
export function importsOf(file: SourceFile): string[] {
  const found: string[] = []
  visit(parse(file).program, (node) => {
    if (!importing.has(node['type'])) return
    const source = node['source'] ?? node['argument']
    if (isRecord(source) && typeof source['value'] === 'string') found.push(source['value'])
  })
  return found
}

/** The path that a relative import leads to; undefined for a package. */
export function resolveImport(from: string, specifier: string): string | undefined {
  return specifier.startsWith('.') ? join(dirname(from), specifier) : undefined
}

const importing: ReadonlySet<unknown> = new Set([
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
])

function visit(value: unknown, meet: (node: Readonly<Record<string, unknown>>) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, meet)
  } else if (isRecord(value)) {
    meet(value)
    for (const child of Object.values(value)) visit(child, meet)
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
