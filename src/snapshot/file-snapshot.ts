import { normalisePath } from '../evidence/anchors/anchor.ts'
import type { Snapshot } from '../evidence/snapshot.ts'
import { invalidArgument } from '../kernel/error.ts'
import { checkObject, checkString } from '../kernel/options.ts'
import { splitLines } from './line-splitter.ts'

/** A text file as it was read. */
export interface SnapshotFile {
  /** Normalised, relative to the root. */
  readonly path: string
  readonly text: string
  /** SHA-256 of its bytes, in hex. */
  readonly hash: string
}

/**
 * Serves files that are held in memory as a snapshot. Lines are counted as an editor counts them: a
 * byte order mark is no text, CRLF ends one line, and a line break at the end opens no other line.
 *
 * Pure; a path that is no string or a line that is no whole number is refused as `invalid-argument`.
 */
export function fileSnapshot(files: Iterable<SnapshotFile>): Snapshot {
  const byPath = new Map([...files].map((file) => [file.path, file]))
  const paths = [...byPath.keys()].sort()
  const split = new Map<string, readonly string[]>()
  const fileAt = (path: string): SnapshotFile | undefined => {
    checkString('path', path)
    return byPath.get(normalisePath(path) ?? '')
  }
  const lines = (path: string): readonly string[] | undefined => {
    const file = fileAt(path)
    if (file === undefined) return undefined
    const known = split.get(file.path) ?? splitLines(file.text.replace(/^\ufeff/, ''))
    split.set(file.path, known)
    return known
  }
  return {
    lines,
    resolve(target) {
      checkObject('target', target)
      const { path, line } = target
      if (!Number.isSafeInteger(line)) throw invalidArgument('line', line, 'a whole number')
      return lines(path)?.[line - 1]
    },
    hash: (path) => fileAt(path)?.hash,
    paths: () => paths,
  }
}
