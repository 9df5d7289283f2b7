import type { ESTree } from 'vite'
import { type ParsedFile, parse, resolveImport, type SourceFile } from './source-file.ts'

/** A name that a door lets out, at the place where it is declared. */
export interface PublicName {
  readonly name: string
  readonly path: string
  readonly isDeclared: boolean
  /** The text of its docstring. */
  readonly doc?: string
  /** Of a function only. */
  readonly signature?: Signature
}

interface Signature {
  readonly parameters: number
  readonly returnsValue: boolean
}

interface Declaration {
  readonly start: number
  readonly signature?: Signature
}

/** Every name that a door re-exports, followed to its declaration. */
export function publicNames(files: readonly SourceFile[], door: string): PublicName[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const origins = passedOn(byPath, door).map(({ local, from }) => ({ name: local, path: from }))
  return origins.map(({ name, path }) => declared(byPath, name, path))
}

function declared(byPath: ReadonlyMap<string, SourceFile>, name: string, path: string): PublicName {
  const source = byPath.get(path)
  if (source === undefined) return { name, path, isDeclared: false }
  const file = parse(source)
  const found = declarationOf(file, name)
  if (found !== undefined) {
    const doc = docBefore(file, found.start)
    return {
      name,
      path,
      isDeclared: true,
      ...(doc === undefined ? {} : { doc }),
      ...(found.signature === undefined ? {} : { signature: found.signature }),
    }
  }
  const next = passedOn(byPath, path).find((each) => each.exported === name)
  if (next === undefined) return { name, path, isDeclared: false }
  return declared(byPath, next.local, next.from)
}

interface PassedOn {
  readonly exported: string
  readonly local: string
  readonly from: string
}

function passedOn(byPath: ReadonlyMap<string, SourceFile>, path: string): PassedOn[] {
  const source = byPath.get(path)
  if (source === undefined) return []
  return parse(source).program.body.flatMap((node) => {
    if (node.type !== 'ExportNamedDeclaration' || node.source === null) return []
    const from = resolveImport(path, node.source.value)
    if (from === undefined) return []
    return node.specifiers.map((specifier) => ({
      exported: nameOf(specifier.exported),
      local: nameOf(specifier.local),
      from,
    }))
  })
}

function nameOf(name: ESTree.ModuleExportName): string {
  return name.type === 'Literal' ? name.value : name.name
}

function declarationOf(file: ParsedFile, name: string): Declaration | undefined {
  for (const node of file.program.body) {
    if (node.type !== 'ExportNamedDeclaration' || node.declaration === null) continue
    const found = named(node.declaration, name)
    if (found !== undefined) return { ...found, start: node.start }
  }
  return undefined
}

function named(
  declaration: ESTree.Declaration,
  name: string,
): { readonly signature?: Signature } | undefined {
  if (declaration.type === 'VariableDeclaration') {
    const variable = declaration.declarations.find(
      ({ id }) => id.type === 'Identifier' && id.name === name,
    )
    const init = variable?.init
    if (init?.type === 'ArrowFunctionExpression') return { signature: signatureOf(init) }
    return variable === undefined ? undefined : {}
  }
  if (!('id' in declaration) || declaration.id?.type !== 'Identifier') return undefined
  if (declaration.id.name !== name) return undefined
  const isFunction =
    declaration.type === 'FunctionDeclaration' || declaration.type === 'TSDeclareFunction'
  return isFunction ? { signature: signatureOf(declaration) } : {}
}

function signatureOf(node: ESTree.Function | ESTree.ArrowFunctionExpression): Signature {
  const returned = node.returnType?.typeAnnotation
  const isVoid = returned?.type === 'TSVoidKeyword' || returned?.type === 'TSNeverKeyword'
  const isVoidPromise =
    returned?.type === 'TSTypeReference' &&
    returned.typeArguments?.params[0]?.type === 'TSVoidKeyword'
  return { parameters: node.params.length, returnsValue: !isVoid && !isVoidPromise }
}

function docBefore(file: ParsedFile, start: number): string | undefined {
  const comment = file.comments.findLast((each) => each.end <= start)
  if (comment === undefined || !comment.value.startsWith('*')) return undefined
  return file.text.slice(comment.end, start).trim() === '' ? comment.value : undefined
}
