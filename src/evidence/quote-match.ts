import type { Span } from './anchors/report-document.ts'
import { fullForm, negationsIn, type Word, wordsOf } from './negation.ts'
import { type PlainText, plainText, wordBreaks } from './typography.ts'

/** How quoted words stand to a text. Offsets are those of the text as given. */
export type QuoteMatch =
  | { readonly kind: 'verbatim'; readonly offset: number; readonly end: number }
  /** The words are there, but for negations that the quote leaves out or adds. */
  | {
      readonly kind: 'negation'
      readonly offset: number
      readonly end: number
      readonly lost: readonly string[]
      readonly gained: readonly string[]
    }
  | { readonly kind: 'absent' }

/** A text made ready for many quotes. */
export interface QuoteSource {
  readonly plain: PlainText
  /** Its words; made when first asked for. */
  readonly words: () => SourceWords
  /** The text with words joined that are hyphenated at line ends, if there are any. */
  readonly unbroken: () => QuoteSource | undefined
}

interface SourceWords {
  readonly all: readonly Word[]
  /** All words joined, contracted negations written out. */
  readonly joined: string
  /** Without negations. */
  readonly bare: readonly Word[]
  readonly bareJoined: string
}

/** Prepares a text for `matchQuote`. Pure. */
export function quoteSource(text: string): QuoteSource {
  const breaks = wordBreaks(text)
  const unbroken = once(() => sourceOf(plainText(text, breaks), () => undefined))
  return sourceOf(plainText(text), () => (breaks.length === 0 ? undefined : unbroken()))
}

function sourceOf(plain: PlainText, unbroken: QuoteSource['unbroken']): QuoteSource {
  return { plain, unbroken, words: once(() => sourceWords(wordsOf(plain))) }
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function sourceWords(all: readonly Word[]): SourceWords {
  const bare = all.filter((word) => !word.isNegation)
  const joined = all.map(({ text }) => fullForm(text)).join(' ')
  const bareJoined = bare.map(({ text }) => text).join(' ')
  return { all, joined: ` ${joined} `, bare, bareJoined: ` ${bareJoined} ` }
}

/**
 * Looks for quoted words in a text, typographic variants, hyphens at line ends and contracted
 * negations apart. `…` and `[…]` stand for words left
 * out, which may hold no negation; an insertion such as `[the limit]` stands for any words, too.
 *
 * Pure.
 *
 * @param quote The words between the marks.
 * @param source The text that should hold them; line ends count as spaces.
 */
export function matchQuote(quote: string, source: QuoteSource): QuoteMatch {
  const match = matchIn(quote, source)
  const unbroken = match.kind === 'verbatim' ? undefined : source.unbroken()
  const joined = unbroken === undefined ? match : matchIn(quote, unbroken)
  return joined.kind === 'verbatim' || match.kind === 'absent' ? joined : match
}

function matchIn(quote: string, { plain, words }: QuoteSource): QuoteMatch {
  const whole = [trimmed(quote)].filter((part) => part !== '')
  const split = partsOf(quote)
  const parts = split.length > 0 ? split : whole
  if (parts.length === 0) return { kind: 'absent' }
  const found = locate(whole, plain.text) ?? locate(parts, plain.text)
  if (found !== undefined) {
    const lost = negationsIn(found.gaps.flatMap((gap) => wordsOf({ text: gap })))
    const place = { offset: origin(plain, found.offset), end: origin(plain, found.end) }
    if (lost.length > 0) return { kind: 'negation', ...place, lost, gained: [] }
    return { kind: 'verbatim', ...place }
  }
  const quoted = sourceWords(parts.flatMap((part) => wordsOf({ text: part })))
  const alike = parts.length === 1 ? saidAlike(quoted, plain, words()) : undefined
  return alike ?? negationDifference(quoted, plain, words())
}

/** The pieces of a quote between ellipses and insertions, in plain form. */
function partsOf(quote: string): readonly string[] {
  return quote
    .split(/\[[^\][]{0,60}\]|…|\.{3,}|\. \. \./u)
    .map(trimmed)
    .filter((part) => part !== '')
}

function trimmed(part: string): string {
  return plainText(part).text.replace(/^[\s.,;:!?-]+|[\s.,;:!?-]+$/g, '')
}

interface Located {
  readonly offset: number
  readonly end: number
  readonly gaps: readonly string[]
}

/** Finds the parts in order, as close together as they can be, on word borders. */
function locate(parts: readonly string[], text: string): Located | undefined {
  let end = 0
  for (const part of parts) {
    const at = indexOfWords(text, part, end)
    if (at === -1) return undefined
    end = at + part.length
  }
  const gaps: string[] = []
  let offset = end - (parts.at(-1) ?? '').length
  for (const part of parts.slice(0, -1).reverse()) {
    const at = lastIndexOfWords(text, part, offset - part.length)
    gaps.unshift(text.slice(at + part.length, offset))
    offset = at
  }
  return { offset, end, gaps }
}

function indexOfWords(text: string, part: string, from: number): number {
  for (let at = text.indexOf(part, from); at !== -1; at = text.indexOf(part, at + 1)) {
    if (onBorders(text, at, part.length)) return at
  }
  return -1
}

function lastIndexOfWords(text: string, part: string, from: number): number {
  for (let at = text.lastIndexOf(part, from); at > 0; at = text.lastIndexOf(part, at - 1)) {
    if (onBorders(text, at, part.length)) return at
  }
  return 0
}

function onBorders(text: string, at: number, length: number): boolean {
  const joins = (left: string, right: string): boolean =>
    /[\p{L}\p{N}]/u.test(left) && /[\p{L}\p{N}]/u.test(right)
  return (
    !joins(text[at - 1] ?? ' ', text[at] ?? ' ') &&
    !joins(text[at + length - 1] ?? ' ', text[at + length] ?? ' ')
  )
}

/** The same words in the same order, "did not" and "didn't" being one. */
function saidAlike(
  quoted: SourceWords,
  plain: PlainText,
  source: SourceWords,
): QuoteMatch | undefined {
  const hasNegation = quoted.all.length > quoted.bare.length
  const at = hasNegation ? source.joined.indexOf(quoted.joined) : -1
  if (at === -1) return undefined
  const place = placeOf(source.all, wordIndex(source.joined, at), quoted.all.length)
  return { kind: 'verbatim', offset: origin(plain, place.offset), end: origin(plain, place.end) }
}

/** Compares without negations; where that matches, the negations are the difference. */
function negationDifference(
  quoted: SourceWords,
  plain: PlainText,
  source: SourceWords,
): QuoteMatch {
  const count = quoted.bare.length
  const at = count < 2 ? -1 : source.bareJoined.indexOf(quoted.bareJoined)
  if (at === -1) return { kind: 'absent' }
  const place = placeOf(source.bare, wordIndex(source.bareJoined, at), count)
  const stretch = source.all.filter(({ offset }) => offset >= place.offset && offset < place.end)
  const lost = without(negationsIn(stretch), negationsIn(quoted.all))
  const gained = without(negationsIn(quoted.all), negationsIn(stretch))
  if (lost.length + gained.length === 0) return { kind: 'absent' }
  const { offset, end } = place
  return { kind: 'negation', offset: origin(plain, offset), end: origin(plain, end), lost, gained }
}

function wordIndex(joined: string, at: number): number {
  return joined.slice(0, at).split(' ').length - 1
}

function placeOf(words: readonly Word[], index: number, count: number): Span {
  return { offset: words[index]?.offset ?? 0, end: words[index + count - 1]?.end ?? 0 }
}

function without(list: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken]
  return list.filter((item) => {
    const at = left.findIndex((other) => fullForm(other) === fullForm(item))
    if (at !== -1) left.splice(at, 1)
    return at === -1
  })
}

function origin(plain: PlainText, offset: number): number {
  return plain.origins[offset] ?? 0
}
