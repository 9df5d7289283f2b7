import type { Span } from './report-document.ts'

/**
 * Looks up which of some spans meets a stretch of text. Spans are sorted and apart, and stretches
 * are asked for in rising order, so that a whole document costs one pass.
 *
 * Pure but for its place in `spans`.
 */
export function meetingSpan<T extends Span>(spans: readonly T[]): (stretch: Span) => T | undefined {
  let index = 0
  return ({ offset, end }) => {
    while (index < spans.length && (spans[index]?.end ?? 0) <= offset) index += 1
    const span = spans[index]
    return span !== undefined && span.offset < end ? span : undefined
  }
}

/**
 * Hands out sorted spans in order: each call takes those that begin before `end`.
 *
 * Pure but for its place in `spans`.
 */
export function takeBefore<T extends Span>(spans: readonly T[]): (end: number) => T[] {
  let index = 0
  return (end) => {
    const from = index
    while (index < spans.length && (spans[index]?.offset ?? 0) < end) index += 1
    return spans.slice(from, index)
  }
}

/** Replaces spans by a filler of the same length; what lies outside of the text is left out. Pure. */
export function mask(text: string, spans: readonly Span[], filler: string): string {
  let masked = ''
  let at = 0
  for (const span of [...spans].sort(byOffset)) {
    const end = Math.min(span.end, text.length)
    const from = Math.max(span.offset, at)
    if (end <= from) continue
    masked += text.slice(at, from) + filler.repeat(end - from)
    at = end
  }
  return masked + text.slice(at)
}

/** Orders spans by where they begin. Pure. */
export function byOffset(one: Span, other: Span): number {
  return one.offset - other.offset
}
