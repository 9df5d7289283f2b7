import { citationOf } from './citation.ts'
import type { SourceLine } from './source-lines.ts'

/** A piece of a line, word for word, with its place. */
export interface Quote {
  readonly path: string
  readonly line: number
  readonly text: string
}

const mostCharacters = 400
const lead = 120
/** Halves of a surrogate pair that a cut may leave at the ends. */
const halfCharacters = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

/**
 * Quotes a line: the whole of it, trimmed; of a line over 400 characters the piece around what was
 * looked for, cut between words. Pure.
 */
export function quoteOf({ path, line, text }: SourceLine, patterns: readonly string[]): Quote {
  const whole = text.trim()
  if (whole.length <= mostCharacters) return { path, line, text: whole }
  const found = patterns.map((pattern) => whole.search(new RegExp(pattern, 'iu')))
  const at = found.find((index) => index >= 0) ?? 0
  const piece = whole.slice(Math.max(at - lead, 0), Math.max(at - lead, 0) + mostCharacters)
  const inner = /^\S*\s([\s\S]*)\s\S*$/u.exec(piece)?.[1] ?? piece
  return { path, line, text: inner.replace(halfCharacters, '').trim() }
}

/** A bullet of an answer: the quote, then the citation. Pure. */
export function bulletOf(quote: Quote): string {
  return `- “${quote.text}” ${citationOf(quote)}`
}
