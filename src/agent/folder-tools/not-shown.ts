import type { CoverageItem } from '../../findings/envelope.ts'
import { maxFileBytes, maxLineChars, type TextRead } from '../../snapshot/read-text.ts'
import type { LeftOut } from '../../snapshot/walk.ts'

const maxNamed = 20
const maxShownChars = 40_000

/**
 * Names what was left out, at most twenty for the same reason; the rest of those is counted.
 *
 * Pure.
 */
export function namedWithin(leftOut: readonly LeftOut[]): readonly CoverageItem[] {
  return [...Map.groupBy(leftOut, ({ why }) => why)].flatMap(([why, group]) => {
    const rest = group.length - maxNamed
    const named = group.slice(0, maxNamed)
    return rest > 0 ? [...named, { what: `${rest} more`, why }] : named
  })
}

/** What of a file was not read. Pure. */
export function unread(path: string, read: TextRead): readonly LeftOut[] {
  if (!read.ok) return [{ what: path, why: read.why }]
  const { lines, cutLines, more } = read
  const cut = { what: `${path}: the ends of its long lines (${cutLines.length})`, why: longLines }
  const behind = { what: `${path} after line ${lines}`, why: largeFile }
  return [...(cutLines.length > 0 ? [cut] : []), ...(more ? [behind] : [])]
}

const longLines = `only the first ${maxLineChars} characters of a line are read`
const largeFile = `only the first ${maxFileBytes / 1024 / 1024} MiB of a file are read`

/** The first items that one result has room for, counted in characters of JSON. Pure. */
export function fitting<T>(items: readonly T[]): readonly T[] {
  let chars = 0
  const end = items.findIndex((item) => {
    chars += JSON.stringify(item).length
    return chars > maxShownChars
  })
  return end === -1 ? items : items.slice(0, end)
}
