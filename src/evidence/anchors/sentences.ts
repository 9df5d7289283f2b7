import { findQuotations } from '../quotations.ts'
import type { Span } from './report-document.ts'

const terminator = /[.!?…]{1,8}["'”’»“)\]*_]{0,4}(?=\s|$)|[。！？]["”』」]?/gu

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

/** Abbreviations that no sentence ends with: of learned prose, titles and names, law, German. */
const neverEnds = wordSet(
  'e.g i.e eg ie cf vs viz approx resp incl esp ' +
    'dr mr mrs ms messrs prof st gen col lt sgt capt cmdr maj sen rep gov rev hon pres mt ft ' +
    'v ex rel al ca z.b d.h bzw u.a vgl ggf p.ej',
)
/** Abbreviations that go on when a number follows: of counting, years and lives, months, law. */
const beforeNumber = wordSet(
  'no nos nr fig figs eq eqs sec sect ch chap vol vols p pp art arts para paras cap reg ' +
    'c b d fl r ca circa jan feb mar apr jun jul aug sep sept oct nov dec',
)
/** What follows "p.m." within a sentence: a zone, a day, a month. */
const afterTime =
  /^(?:eastern|central|mountain|pacific|atlantic|greenwich|local|\p{Lu}{1,3}T\b|UTC|GMT|(?:mon|tues|wednes|thurs|fri|satur|sun)day|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z.]*)/iu
/** Words with a capital that open a sentence rather than go on with a name. */
const openers = wordSet(
  'a an the this that these those it its he she they we you i his her their our my there here ' +
    'in on at by for from to of with as if when while after before since because although though ' +
    'but and or so yet then thus however also both each no not all some many most few one two ' +
    'what who where why how which both moreover meanwhile later today',
)
const exclamations = wordSet(
  'wow stop look yes no great attention warning note caution danger hey oh thanks congratulations ' +
    'help please now done hello hi',
)

/**
 * Splits a block into sentences. Abbreviations, decimals, versions, initials, a mark inside a name
 * and a stop before a small letter end none, a stop inside a quotation ends none, and citations after the stop belong to the sentence before it.
 *
 * Pure; linear in the length of the text.
 *
 * @param prose The block's text with code and addresses masked by capitals.
 * @param clusters Citations that stand together, brackets included, in order.
 * @param splitLead Whether citations at the very start are a piece of their own.
 * @returns The sentences in order, offsets relative to `prose`; white space between them is left out.
 */
export function splitSentences(
  prose: string,
  clusters: readonly Span[],
  splitLead = false,
): readonly Span[] {
  const clusterAt = new Map(clusters.map((cluster) => [cluster.offset, cluster.end]))
  const isInside = cursor(clusters)
  const isQuoted = cursor(
    findQuotations(prose)
      .filter(({ single }) => !single)
      .map(({ outer }) => outer),
  )
  const ends: number[] = []
  const lead = clusterAt.get(skip(prose, 0))
  if (splitLead && lead !== undefined && startsSentence(prose, lead)) ends.push(lead)
  for (const match of prose.matchAll(terminator)) {
    const stop = match.index
    const end = stop + match[0].length
    if (isInside(stop) || isQuoted(stop, end)) continue
    const after = skip(prose, end)
    const cluster = clusterAt.get(after) ?? clusterAt.get(skipDash(prose, after))
    if (cluster !== undefined && startsSentence(prose, closing(prose, cluster))) {
      ends.push(closing(prose, cluster))
    } else if (!continues(prose, match[0], stop, after)) ends.push(end)
  }
  return spansBetween(prose, ends)
}

/** The parts of a sentence that can be true apart: between semicolons, dashes and ", and". Pure. */
export function splitClauses(prose: string): readonly Span[] {
  const breaks = /;\s|\s[—–]\s|,\s(?:and|but|while|whereas|whilst|although|though|yet|so)\s/gu
  return spansBetween(
    prose,
    [...prose.matchAll(breaks)].map((match) => match.index + 1),
  )
}

function spansBetween(prose: string, ends: readonly number[]): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  for (const end of [...ends, prose.length]) {
    const offset = skip(prose, from)
    const trimmed = offset + prose.slice(offset, Math.max(offset, end)).trimEnd().length
    if (trimmed > offset) spans.push({ offset, end: trimmed })
    from = Math.max(from, end)
  }
  return spans
}

/** Whether the text after a stop shows that the sentence goes on. */
function continues(prose: string, stop: string, at: number, after: number): boolean {
  if (/^[。！？]/u.test(stop)) return false
  const next = prose.slice(after, after + 24)
  if (/^\p{Ll}/u.test(next)) return true
  const word = /[\p{L}\p{N}.]{1,20}$/u.exec(prose.slice(Math.max(0, at - 20), at))?.[0] ?? ''
  if (stop === '!') return isNamed(word, next)
  if (stop[0] !== '.' || stop.startsWith('..')) return false
  return isAbbreviation(word, next) || isListMark(word, prose.slice(0, at - word.length))
}

function isAbbreviation(word: string, next: string): boolean {
  const lower = word.toLowerCase()
  if (neverEnds.has(lower)) return true
  const isShort = word.length > 1 || word === lower
  if (isShort && beforeNumber.has(lower) && /^\d/.test(next)) return true
  if (/^[ap]\.m$/.test(lower)) return afterTime.test(next)
  if (/^\p{Lu}$/u.test(word)) return /^\p{Lu}/u.test(next)
  return /^(?:\p{Lu}\.)+\p{Lu}$/u.test(word) && goesOnWithName(next)
}

/** `3.` at the very start numbers what follows. */
function isListMark(word: string, before: string): boolean {
  return /^\d{1,3}$/.test(word) && before.trim() === ''
}

/** A mark inside of a name: "Yahoo! News". */
function isNamed(word: string, next: string): boolean {
  const isCapitalised = /^\p{Lu}/u.test(word)
  return isCapitalised && !exclamations.has(word.toLowerCase()) && goesOnWithName(next)
}

function goesOnWithName(next: string): boolean {
  const word = /^\p{Lu}[\p{L}'’]*/u.exec(next)?.[0]
  return word !== undefined && !openers.has(word.toLowerCase())
}

function startsSentence(prose: string, at: number): boolean {
  const rest = prose.slice(at, at + 24)
  return /^\s*$/.test(rest) || /^\s+["'“„«(*_[`]*[\p{Lu}\p{N}\p{Lo}]/u.test(rest)
}

/** A stop that follows citations closes the same sentence. */
function closing(prose: string, at: number): number {
  return /[.!?]/.test(prose[at] ?? '') ? at + 1 : at
}

function skip(prose: string, from: number): number {
  let at = from
  while (at < prose.length && /\s/.test(prose[at] ?? '')) at += 1
  return at
}

function skipDash(prose: string, at: number): number {
  return /[—–-]/.test(prose[at] ?? '') ? skip(prose, at + 1) : at
}

/** Whether a place lies in one of the spans and does not end it; asked in rising order only. */
function cursor(spans: readonly Span[]): (offset: number, end?: number) => boolean {
  let index = 0
  return (offset, end = offset) => {
    while (index < spans.length && (spans[index]?.end ?? 0) <= offset) index += 1
    const span = spans[index]
    return span !== undefined && span.offset < offset && end < span.end
  }
}
