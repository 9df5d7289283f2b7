import { type Anchor, type AnchorFault, normalisePath, toAnchor } from './anchor.ts'

/** Something written like an anchor, at its place in the text. */
export interface FoundAnchor {
  readonly offset: number
  readonly end: number
  readonly text: string
  readonly target:
    | { readonly kind: 'lines'; readonly anchor: Anchor }
    | { readonly kind: 'faulty'; readonly reason: AnchorFault }
}

/** Whether a normalised path is a file of the root; absent when nobody knows. */
export type PathExists = (path: string) => boolean

const lines =
  /(?::L?(\d{1,9})(?::\d{1,9})?(?:[-–]L?(\d{1,9})(?::\d{1,9})?)?|#L(\d{1,9})(?:C\d{1,9})?(?:[-–]L?(\d{1,9})(?:C\d{1,9})?)?)(?![\p{L}\p{N}_]|\.\d|[-:]\d)/gu
const maxPathChars = 256
const maxGroupChars = 64

/**
 * Finds anchors in running text, by their line part first and then backwards over the path, so
 * that any text costs only its length.
 *
 * Pure.
 *
 * @param text Text in which addresses of the web were blanked.
 * @param exists Tells files without an extension, and hosts with a port, from files of the root.
 * @returns The anchors in order, offsets relative to `text`.
 */
export function scanAnchors(text: string, exists?: PathExists): readonly FoundAnchor[] {
  const found: FoundAnchor[] = []
  let after = 0
  for (const match of text.matchAll(lines)) {
    const from = pathStart(text, match.index, Math.max(after, match.index - maxPathChars))
    after = match.index + match[0].length
    const path = text.slice(from, match.index)
    const bracketed = text[from - 1] === '[' && text[after] === ']'
    if (!isPath(path, bracketed, exists)) continue
    const target = targetOf(path, match)
    found.push({ offset: from, end: after, text: text.slice(from, after), target })
  }
  return found
}

/**
 * Reads a whole code span or link target as one anchor, spaces in the path included.
 *
 * Pure.
 *
 * @returns The anchor, or `undefined` when the text as a whole is none.
 */
export function wholeAnchor(text: string, exists?: PathExists): FoundAnchor['target'] | undefined {
  const match = [...text.matchAll(lines)].at(-1)
  if (match === undefined || match.index + match[0].length !== text.length) return undefined
  const path = text.slice(0, match.index)
  if (/[\s,;:`"<>|*?]/.test(path.replaceAll(' ', '')) || path !== path.trim()) return undefined
  if (path.includes(' ') && exists !== undefined && !exists(path)) return undefined
  if (!isPath(path, false, exists)) return undefined
  return targetOf(path, match)
}

function targetOf(path: string, match: RegExpExecArray): FoundAnchor['target'] {
  const start = Number(match[1] ?? match[3])
  const made = toAnchor(path, start, Number(match[2] ?? match[4] ?? start))
  return made.ok ? { kind: 'lines', anchor: made.anchor } : { kind: 'faulty', reason: made.reason }
}

const pathChar = /[\p{L}\p{N}\p{M}_.@+~$/-]/u

/** Walks back from the line part to where the path begins. */
function pathStart(text: string, end: number, least: number): number {
  let at = end
  while (at > least) {
    const char = text[at - 1] ?? ''
    const group = char === ']' || char === ')' ? groupStart(text, at, least) : undefined
    if (group !== undefined) at = group
    else if (pathChar.test(char)) at -= 1
    else break
  }
  while (at < end && /[-+~]/.test(text[at] ?? '')) at += 1
  return at
}

/** Start of a path part such as `[id]` or `(auth)`, which stands between slashes. */
function groupStart(text: string, end: number, least: number): number | undefined {
  if (text[end] !== '/' && text[end] !== '.') return undefined
  const open = text[end - 1] === ']' ? '[' : '('
  const near = Math.max(least, end - maxGroupChars)
  const from = near + text.slice(near, end).lastIndexOf(open)
  if (from < near || text[from - 1] !== '/') return undefined
  return /^[\p{L}\p{N}_.-]+$/u.test(text.slice(from + 1, end - 1)) ? from : undefined
}

const extension = /\.\p{L}[\p{L}\p{N}_-]{0,15}$/u

function isPath(path: string, certain: boolean, exists?: PathExists): boolean {
  const normalised = normalisePath(path)
  if (normalised !== undefined && exists?.(normalised) === true) return true
  if (!extension.test(path.slice(path.lastIndexOf('/') + 1))) return false
  return certain || path.includes('/') || !isHost(path)
}

/** Last parts of host names that are no file extension. */
const hostEndings = new Set(
  (
    'com org net edu gov mil int io dev app cloud local localhost internal lan intranet test ' +
    'example invalid info biz eu uk de fr nl no se fi dk es it ch at be us ca au nz jp cn br kr'
  ).split(' '),
)

function isHost(path: string): boolean {
  return path.includes('@') || hostEndings.has(path.slice(path.lastIndexOf('.') + 1).toLowerCase())
}
