import { lstat, realpath } from 'node:fs/promises'
import { isAbsolute, relative, resolve, sep } from 'node:path'
import { AssayError, invalidArgument } from '../../kernel/error.ts'
import { leftOutFolders } from '../../snapshot/walk.ts'

/** A file or folder that lies in the root, links resolved. */
export interface Place {
  readonly kind: 'file' | 'folder'
  /** Relative to the root, with forward slashes; empty for the root itself. */
  readonly path: string
}

/**
 * Finds what a tool's `path` names, and makes sure that it lies in the root: as it is written and
 * after every link in it was followed.
 *
 * Live.
 *
 * @param root A real path.
 * @param path As the model wrote it, relative to the root.
 * @throws {AssayError} `path-outside-root` if it leads out; `invalid-argument` naming `path` if
 * nothing is there, if it is neither a regular file nor a folder, or in a folder that is left out.
 */
export async function placeOf(root: string, path: string): Promise<Place> {
  if (path.includes('\0')) throw invalidArgument('path', path, 'a path without a NUL character')
  if (isAbsolute(path)) throw outside(path)
  const written = insideOf(root, resolve(root, path))
  if (written === undefined) throw outside(path)
  const real = await follow(resolve(root, written), path)
  const inside = insideOf(root, real)
  if (inside === undefined) throw outside(path)
  const steps = inside.split(sep)
  if (steps.some((step) => leftOutFolders.includes(step))) {
    throw invalidArgument('path', path, `outside of ${leftOutFolders.join(' and ')}`)
  }
  return { kind: await kindOf(real, path), path: steps.join('/') }
}

function insideOf(root: string, path: string): string | undefined {
  const way = relative(root, path)
  return way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? undefined : way
}

async function follow(way: string, path: string): Promise<string> {
  try {
    return await realpath(way)
  } catch (error) {
    throw nothingThere(path, error)
  }
}

async function kindOf(real: string, path: string): Promise<Place['kind']> {
  const found = await lstat(real).catch((error: unknown) => {
    throw nothingThere(path, error)
  })
  if (found.isFile()) return 'file'
  if (found.isDirectory()) return 'folder'
  throw invalidArgument('path', path, 'a regular file or a folder')
}

function outside(path: string): AssayError {
  return new AssayError(
    'path-outside-root',
    `Path ${JSON.stringify(path)} leads out of the folder; use a path relative to it`,
    { path },
  )
}

function nothingThere(path: string, error: unknown): AssayError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown'
  return invalidArgument('path', path, `a file or folder that can be found (${code})`)
}
