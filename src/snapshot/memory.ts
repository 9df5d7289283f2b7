import { invalidArgument } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import { checkObject } from '../kernel/options.ts'
import { normalisePath } from '../evidence/anchors/anchor.ts'
import type { Snapshot } from '../evidence/snapshot.ts'
import { fileSnapshot } from './file-snapshot.ts'

/**
 * Makes a snapshot of texts that are at hand: what an agent was served, or a test's files.
 *
 * Pure.
 *
 * @param files Texts by path, relative to a root that need not exist.
 * @returns The snapshot; hashes are those of the texts' UTF-8 bytes.
 * @throws {AssayError} `invalid-argument` for a path that leads out of the root or appears twice,
 *   or a value that is no string, or for files that are no object.
 *
 * @example
 * ```ts
 * memoryResolver({ 'a.md': 'one\ntwo' }).resolve({ path: './a.md', line: 2 })
 * // => 'two'
 * ```
 */
export function memoryResolver(files: { readonly [path: string]: string }): Snapshot {
  const read = Object.entries(checkObject('files', files)).map(([name, text]) => {
    const path = normalisePath(name)
    if (path === undefined) throw invalidArgument('files', name, 'paths inside the root')
    if (typeof text !== 'string') throw invalidArgument(`files["${name}"]`, text, 'a string')
    return { path, text, hash: sha256(text) }
  })
  const twice = read.find(({ path }, index) => read.findIndex((one) => one.path === path) !== index)
  if (twice !== undefined) throw invalidArgument('files', twice.path, 'paths that differ')
  return fileSnapshot(read)
}
