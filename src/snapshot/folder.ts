/**
 * A folder as a snapshot: read once, in stable order, into bounded memory.
 *
 * Invariants
 *   F1  Nothing outside the root is read; links are not followed.
 *   F2  At most 64 MiB of one file and 256 MiB in all are held; what is larger is named, not cut.
 *   F3  Every file that was met is either served or named in `skipped` with a reason.
 *
 * Not here: what the lines mean (evidence/), how a folder is walked (walk.ts).
 */
import { realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { PartialSnapshot, SkippedFile } from '../evidence/snapshot.ts'
import { invalidArgument } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import { checkOptionNames } from '../kernel/options.ts'
import { fileSnapshot, type SnapshotFile } from './file-snapshot.ts'
import { maxFileBytes, openRegular, sniffedBytes } from './read-text.ts'
import { cannotBeRead, walkFolder } from './walk.ts'

const maxTotalBytes = 256 * 1024 * 1024

/**
 * Reads a folder into a snapshot. `.git` and `node_modules` inside it and links are left out; files
 * that are unreadable, no text, over 64 MiB or beyond 256 MiB in all are named and not served.
 *
 * Live.
 *
 * @param root The folder.
 * @param options `signal` stops the reading; the promise then rejects with its reason.
 * @returns The snapshot, with `skipped`: every file or folder that it does not hold, and why.
 * @throws {AssayError} `invalid-argument` when the root is no folder or the signal is none.
 *
 * @example
 * ```ts
 * const snapshot = await folderResolver('examples/incident')
 * snapshot.resolve({ path: 'run-book.md', line: 12 })
 * ```
 */
export async function folderResolver(
  root: string,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PartialSnapshot> {
  checkOptionNames(options, { known: ['signal'] })
  const { signal } = options
  if (signal !== undefined && !(signal instanceof AbortSignal)) {
    throw invalidArgument('signal', signal, 'an AbortSignal')
  }
  const real = await realRoot(root)
  const walk = await walkFolder(real, signal === undefined ? {} : { signal })
  const files: SnapshotFile[] = []
  const skipped: SkippedFile[] = walk.leftOut.map(({ what, why }) => ({ path: what, reason: why }))
  let freeBytes = maxTotalBytes
  for (const path of walk.paths) {
    signal?.throwIfAborted()
    const read = await readBytes(join(real, path), freeBytes)
    if (read.ok) {
      freeBytes -= read.bytes.length
      files.push({ path, text: decoder.decode(read.bytes), hash: sha256(read.bytes) })
    } else skipped.push({ path, reason: read.why })
  }
  skipped.sort((one, other) => (one.path < other.path ? -1 : 1))
  return { ...fileSnapshot(files), skipped }
}

const decoder = new TextDecoder()

async function realRoot(root: string): Promise<string> {
  if (typeof root !== 'string' || root === '') throw invalidArgument('root', root, 'a folder')
  const found = await stat(root).catch(() => undefined)
  if (found?.isDirectory() !== true) throw invalidArgument('root', root, 'a folder that is there')
  return realpath(root)
}

type BytesRead =
  | { readonly ok: true; readonly bytes: Uint8Array }
  | { readonly ok: false; readonly why: string }

async function readBytes(file: string, freeBytes: number): Promise<BytesRead> {
  const opened = await openRegular(file)
  if (!opened.ok) return opened
  try {
    const { size } = await opened.handle.stat()
    if (size > maxFileBytes) return { ok: false, why: 'over 64 MiB' }
    if (size > freeBytes) return { ok: false, why: 'beyond 256 MiB in all' }
    const bytes = await opened.handle.readFile()
    const isText = !bytes.subarray(0, sniffedBytes).includes(0)
    return isText ? { ok: true, bytes } : { ok: false, why: 'binary: a NUL byte near its start' }
  } catch (error) {
    return { ok: false, why: cannotBeRead(error) }
  } finally {
    await opened.handle.close()
  }
}
