import type { Span } from './anchors/report-document.ts'

/** Words between quotation marks. The span covers the words, not the marks. */
export interface Quotation extends Span {
  /** Where the marks begin and end. */
  readonly outer: Span
  readonly single: boolean
}

interface Mark {
  /** What may close it; the first that stands on the same line does, whatever is quoted within. */
  readonly closers: readonly string[]
  readonly single: boolean
}

const marks: ReadonlyMap<string, Mark> = new Map([
  ['"', { closers: ['"'], single: false }],
  ['“', { closers: ['”', '"', '“'], single: false }],
  ['„', { closers: ['“', '”', '"'], single: false }],
  ['«', { closers: ['»'], single: false }],
  ['»', { closers: ['«'], single: false }],
  ['「', { closers: ['」'], single: false }],
  ["'", { closers: ["'"], single: true }],
  ['‘', { closers: ['’'], single: true }],
  ['‚', { closers: ['‘', '’'], single: true }],
])
const anyMark = /["“„«»「'‘‚]/g
const maxChars = 2000

/**
 * Finds quoted words: straight, curly, low-high, guillemets and corner brackets. An apostrophe
 * opens nothing, and marks that never close are no quotation.
 *
 * Pure; linear in the length of the text.
 */
export function findQuotations(text: string): readonly Quotation[] {
  const found: Quotation[] = []
  const closerAfter = closerFinder(text)
  let after = 0
  for (const match of text.matchAll(anyMark)) {
    const at = match.index
    const mark = marks.get(match[0])
    if (at < after || mark === undefined || !opens(text, at)) continue
    const close = closerAfter(mark, at + 1)
    if (close === undefined || close - at > maxChars) continue
    after = close + 1
    found.push({
      offset: at + 1,
      end: close,
      outer: { offset: at, end: after },
      single: mark.single,
    })
  }
  return found
}

function opens(text: string, at: number): boolean {
  const before = text[at - 1] ?? ' '
  const next = text[at + 1] ?? ' '
  if ('«»'.includes(text[at] ?? '')) return !/[\p{L}\p{N}]/u.test(before)
  return !/[\p{L}\p{N}=\\]/u.test(before) && !/\s/.test(next)
}

/** Looks up the next closer; places are asked for in rising order, so each mark is met once. */
function closerFinder(text: string): (mark: Mark, from: number) => number | undefined {
  const known = new Map<string, number>()
  const next = (closer: string, from: number): number => {
    let at = known.get(closer) ?? -1
    if (at < from) at = indexOfCloser(text, closer, from)
    known.set(closer, at)
    return at
  }
  return (mark, from) => {
    const lineEnd = next('\n', from)
    const places = mark.closers.map((closer) => next(closer, from))
    const nearest = places.find((place) => place < lineEnd) ?? Math.min(...places)
    return Number.isFinite(nearest) ? nearest : undefined
  }
}

function indexOfCloser(text: string, closer: string, from: number): number {
  const isApostrophe = closer === "'" || closer === '’'
  for (let at = text.indexOf(closer, from); at !== -1; at = text.indexOf(closer, at + 1)) {
    if (!isApostrophe || !/[\p{L}\p{N}]/u.test(text[at + 1] ?? ' ')) return at
  }
  return Number.POSITIVE_INFINITY
}
