import type { Sentence, Span } from '../anchors/report-document.ts'
import { mask } from '../anchors/spans.ts'
import { findQuotations } from '../quotations.ts'

/**
 * The quotes of a sentence. One or two words without a citation are a term, not a quote; so are
 * single-quoted words of that length anywhere.
 *
 * Pure.
 */
export function quotesOf(sentence: Sentence): readonly string[] {
  if (sentence.kind === 'block-quote') {
    return sentence.citations.length === 0 ? [] : [blockQuote(sentence)]
  }
  const masked = mask(
    sentence.text,
    inside(sentence, [...sentence.citations, ...sentence.literals]),
    ' ',
  )
  return findQuotations(masked)
    .filter(({ offset, end, single }) => {
      const words = masked
        .slice(offset, end)
        .split(/\s+/)
        .filter((word) => /[\p{L}\p{N}]/u.test(word))
      return words.length > 2 || (words.length > 0 && !single && sentence.citations.length > 0)
    })
    .map(({ offset, end }) => sentence.text.slice(offset, end))
}

/**
 * The words of a citing sentence that quotes nothing, so that a line which it repeats can be
 * compared with it; `undefined` for fewer than four words. Pure.
 */
export function repeatedWords(sentence: Sentence): string | undefined {
  if (sentence.kind === 'heading' || sentence.citations.length === 0) return undefined
  const words = mask(sentence.text, inside(sentence, sentence.citations), ' ')
    .replace(/[\s[\](){}`.!?;:,]+$/, '')
    .trim()
  return words.split(/\s+/).length < 4 ? undefined : words
}

/** The words of a block quote: its text without marks, citations and attribution. */
function blockQuote(sentence: Sentence): string {
  const masked = mask(sentence.text, inside(sentence, sentence.citations), ' ')
  return masked
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\n\s*[—–-]{1,3}[^\n]*$/, '')
    .replace(/[\s([{`\])}]+$/, '')
    .replace(/^\s*["“„«]|["”“»]\s*$/g, '')
}

function inside({ offset, end }: Sentence, spans: readonly Span[]): readonly Span[] {
  return spans
    .filter((span) => span.offset >= offset && span.end <= end)
    .map((span) => ({ offset: span.offset - offset, end: span.end - offset }))
}
