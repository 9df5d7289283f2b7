import { checkObject, checkString, checkWhole } from '../../kernel/options.ts'

/** A span of lines in one file: what a citation points at. Lines count from 1, `end` included. */
export interface Anchor {
  /** Normalised and relative to the root: `a.ts`, never `./a.ts`. */
  readonly path: string
  readonly start: number
  readonly end: number
}

/** Why something that is written like an anchor is none. */
export type AnchorFault = 'line-zero' | 'reversed' | 'outside-root'

/** What a text says as an anchor; `not-an-anchor` when it is not written like one at all. */
export type ParsedAnchor =
  | { readonly ok: true; readonly anchor: Anchor }
  | { readonly ok: false; readonly reason: AnchorFault | 'not-an-anchor' }

const span =
  /(?::L?(\d{1,9})(?::\d{1,9})?(?:[-–]L?(\d{1,9})(?::\d{1,9})?)?|#L(\d{1,9})(?:C\d+)?(?:[-–]L?(\d{1,9})(?:C\d+)?)?)$/

/**
 * Reads one text as an anchor: `path:line`, `path:line-end`, `path#L10` or `path#L10-L20`.
 *
 * Pure.
 *
 * @param text The anchor and nothing else. Spaces inside the path are kept.
 * @returns The anchor with its path normalised, or why there is none.
 * @throws {AssayError} `invalid-argument` for what is no text.
 *
 * @example
 * ```ts
 * parseAnchor('./src/a.ts:10-12')
 * // => { ok: true, anchor: { path: 'src/a.ts', start: 10, end: 12 } }
 * ```
 */
export function parseAnchor(text: string): ParsedAnchor {
  checkString('text', text)
  const found = span.exec(text)
  if (found === null || found.index === 0) return { ok: false, reason: 'not-an-anchor' }
  const start = Number(found[1] ?? found[3])
  const end = Number(found[2] ?? found[4] ?? start)
  return toAnchor(text.slice(0, found.index), start, end)
}

/** Makes an anchor of its parts, or says what is wrong with them. Pure. */
export function toAnchor(
  path: string,
  start: number,
  end: number,
):
  | { readonly ok: true; readonly anchor: Anchor }
  | { readonly ok: false; readonly reason: AnchorFault } {
  const normalised = normalisePath(path)
  if (normalised === undefined) return { ok: false, reason: 'outside-root' }
  if (start < 1) return { ok: false, reason: 'line-zero' }
  if (end < start) return { ok: false, reason: 'reversed' }
  return { ok: true, anchor: { path: normalised, start, end } }
}

/**
 * Brings a path to its one spelling: `./a.ts`, `x/../a.ts` and `a.ts` are the same file.
 *
 * Pure.
 *
 * @param path A path with `/` between its parts.
 * @returns The path relative to the root, or `undefined` when it is absolute or climbs out.
 */
export function normalisePath(path: string): string | undefined {
  if (path.startsWith('/')) return undefined
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..' && parts.pop() === undefined) return undefined
    if (part !== '' && part !== '.' && part !== '..') parts.push(part)
  }
  return parts.length === 0 ? undefined : parts.join('/')
}

/**
 * Whether two anchors share a line of one file.
 *
 * Pure.
 *
 * @param one An anchor.
 * @param other Another.
 * @returns `true` when the spans meet; spans of different files never do.
 * @throws {AssayError} `invalid-argument` for what is no anchor.
 */
export function anchorsOverlap(one: Anchor, other: Anchor): boolean {
  checkAnchor('one', one)
  checkAnchor('other', other)
  return one.path === other.path && one.start <= other.end && other.start <= one.end
}

/**
 * Writes an anchor as a report does.
 *
 * Pure.
 *
 * @param anchor The anchor.
 * @returns `a.ts:10` or `a.ts:10-12`; `parseAnchor` reads it back.
 * @throws {AssayError} `invalid-argument` for what is no anchor.
 */
export function formatAnchor(anchor: Anchor): string {
  checkAnchor('anchor', anchor)
  const { path, start, end } = anchor
  return start === end ? `${path}:${start}` : `${path}:${start}-${end}`
}

function checkAnchor(name: string, anchor: Anchor): void {
  checkObject(name, anchor)
  checkString(`${name}.path`, anchor.path)
  checkWhole(`${name}.start`, anchor.start, 1)
  checkWhole(`${name}.end`, anchor.end, anchor.start)
}
