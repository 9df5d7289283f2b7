import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Folders with these names hold what version control, package managers and runs put there. */
export const leftOutFolders: readonly string[] = ['.assay', '.git', 'node_modules']

const maxFiles = 100_000

/** What a walk did not go into, and why. */
export interface LeftOut {
  readonly what: string
  readonly why: string
}

/** The regular files below a folder. */
export interface Walk {
  /** Relative to the root, with forward slashes, by code units. */
  readonly paths: readonly string[]
  readonly leftOut: readonly LeftOut[]
}

/**
 * Lists the regular files below a folder. Links are not followed, so a walk ends and stays inside;
 * what a link leads to is listed where it lies. Folders of `leftOutFolders`, links, devices,
 * sockets and folders that cannot be read are named in `leftOut`.
 *
 * Live.
 *
 * @param root A real path: no part of it is a link.
 * @param options `under`: a folder in the root to begin at, default the root itself.
 * @throws The signal's reason, if it is aborted.
 */
export async function walkFolder(
  root: string,
  options: { readonly under?: string; readonly signal?: AbortSignal } = {},
): Promise<Walk> {
  const paths: string[] = []
  const leftOut: LeftOut[] = []
  const folders = [options.under ?? '']
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    options.signal?.throwIfAborted()
    const entries = await entriesOf(root, folder, leftOut)
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      const why = whyLeftOut(entry)
      if (why !== undefined) leftOut.push({ what: path, why })
      else if (entry.isDirectory()) folders.push(path)
      else paths.push(path)
    }
    if (paths.length > maxFiles) {
      leftOut.push({ what: 'further files', why: `only ${maxFiles} files are looked at` })
      break
    }
  }
  return { paths: paths.slice(0, maxFiles).sort(), leftOut: leftOut.sort(byName) }
}

async function entriesOf(root: string, folder: string, leftOut: LeftOut[]): Promise<Dirent[]> {
  try {
    return await readdir(join(root, folder), { withFileTypes: true })
  } catch (error) {
    leftOut.push({ what: folder === '' ? '.' : folder, why: cannotBeRead(error) })
    return []
  }
}

function whyLeftOut(entry: Dirent): string | undefined {
  if (entry.isSymbolicLink()) return 'a link, which is not followed'
  if (leftOutFolders.includes(entry.name)) return 'left out for its name'
  if (!entry.isDirectory() && !entry.isFile()) return 'not a regular file'
  return undefined
}

function byName(one: LeftOut, other: LeftOut): number {
  return one.what < other.what ? -1 : 1
}

/** The reason in words: the operating system's code, where there is one. Pure. */
export function cannotBeRead(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
  return `cannot be read${code}`
}
