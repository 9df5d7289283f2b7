import { realpathSync, statSync } from 'node:fs'
import { invalidArgument } from '../../kernel/error.ts'
import type { Tool } from '../tool.ts'
import { listFiles } from './list-files.ts'
import { readLines } from './read-lines.ts'
import { searchFiles } from './search-files.ts'

/**
 * Makes the tools by which an agent reads a folder: `list_files`, `search_files` and `read_lines`.
 * They open regular files in the folder and nothing else: a path or link that leads out is refused,
 * and `.git` and `node_modules` are left out. What a result does not show (cut lists, binary,
 * unreadable or very large files, long lines) it declares with `coverage()`; a lookup that matched
 * nothing is an `absent()`.
 *
 * Live: a result says what was in the folder when the tool ran.
 *
 * @param root The folder, as an absolute path or one relative to the working directory.
 * @returns Three tools of effect `read`, for `tools` of an agent or a profile.
 * @throws {AssayError} `invalid-argument` if `root` is no folder.
 *
 * @example
 * ```ts
 * folderTools('.').map((tool) => tool.name) // => ['list_files', 'search_files', 'read_lines']
 * ```
 */
export function folderTools(root: string): Tool[] {
  const real = folderAt(root)
  return [listFiles(real), searchFiles(real), readLines(real)]
}

function folderAt(root: string): string {
  if (typeof root !== 'string' || root === '' || root.includes('\0')) {
    throw invalidArgument('root', root, 'the path of a folder')
  }
  try {
    const real = realpathSync.native(root)
    if (statSync(real).isDirectory()) return real
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
    throw invalidArgument('root', root, `a folder that can be found (${code})`)
  }
  throw invalidArgument('root', root, 'a folder')
}
