import { findQuotations } from '../quotations.ts'
import type { Span } from './report-document.ts'

const terminator = /[.!?…]{1,8}["'”’»“)\]*_]{0,4}(?=\s|$)|[。！？]["”』」]?/gu
const neverEnds = new Set(
  'e.g i.e eg ie cf vs viz dr mr mrs ms prof st ca approx resp incl z.b d.h bzw u.a vgl ggf p.ej al'.split(
    ' ',
  ),
)
const beforeNumber = new Set('no nos nr fig figs eq sec vol p pp ch'.split(' '))

/**
 * Splits a block into sentences. "e.g.", "i.e.", decimals, versions and initials end none, a stop
 * inside a quotation ends none, and citations after the stop belong to the sentence before it.
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
  const next = prose.slice(after, after + 2)
  if (/^[.…]/.test(stop) && /^\p{Ll}/u.test(next)) return true
  if (stop[0] !== '.' || stop.startsWith('..')) return false
  const word = /[\p{L}\p{N}.]{1,20}$/u.exec(prose.slice(Math.max(0, at - 20), at))?.[0] ?? ''
  if (neverEnds.has(word.toLowerCase())) return true
  if (beforeNumber.has(word.toLowerCase())) return /^\d/.test(next)
  if (/^\p{Lu}$/u.test(word)) return /^\p{Lu}/u.test(next)
  return /^\d{1,3}$/.test(word) && prose.slice(0, at - word.length).trim() === ''
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
