/**
 * What evidence is resolved against: the files of a root as they were at one moment. Reading them
 * from a disk is an adapter's job; every check sees only this.
 */
export interface Snapshot {
  /** The text of one line, counted from 1; `undefined` when there is no such file or line. */
  resolve(target: { readonly path: string; readonly line: number }): string | undefined
  /** All lines of a file, line ends excluded; `undefined` for a file that is not there. */
  lines(path: string): readonly string[] | undefined
  /** SHA-256 of the file's bytes in hex; `undefined` for a file that is not there. */
  hash(path: string): string | undefined
  /** Every file, in one stable order. */
  paths(): readonly string[]
}

/** A file of the root that the snapshot does not hold, and why. */
export interface SkippedFile {
  readonly path: string
  readonly reason: string
}

/** A snapshot that names what it left out. */
export interface PartialSnapshot extends Snapshot {
  readonly skipped: readonly SkippedFile[]
}

/** What a snapshot says that it left out; nothing when it does not say. Pure. */
export function skippedFiles(snapshot: Snapshot): readonly SkippedFile[] {
  return 'skipped' in snapshot ? (snapshot as PartialSnapshot).skipped : []
}

/**
 * The lines of a span and those around it, in order. Lines beyond the file's ends are left out.
 *
 * Pure.
 *
 * @param window Lines to add on both sides, 0 by default.
 * @returns The lines with the number of the first, or `undefined` when the span's first line is
 *   not there.
 */
export function linesAround(
  snapshot: Snapshot,
  span: { readonly path: string; readonly start: number; readonly end: number },
  window = 0,
): { readonly first: number; readonly lines: readonly string[] } | undefined {
  const all = snapshot.lines(span.path)
  if (all === undefined || span.start > all.length) return undefined
  const first = Math.max(1, span.start - window)
  return { first, lines: all.slice(first - 1, span.end + window) }
}
