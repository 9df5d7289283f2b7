import type { Span } from './anchors/report-document.ts'
import { meetingSpan } from './anchors/spans.ts'

/** A text in its plain form, and where each of its characters came from. */
export interface PlainText {
  readonly text: string
  /** Offset in the original for every offset of `text`, and one for its end. */
  readonly origins: readonly number[]
}

const folds: readonly (readonly [RegExp, string])[] = [
  [/[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]/u, ''],
  [/[“”„‟«»″〝〞"]/u, '"'],
  [/[‘’‚‛‹›′´]/u, "'"],
  [/[\u2010-\u2015\u2212\ufe58\ufe63\uff0d]/u, '-'],
  [/[*`\\]/u, ''],
]

/**
 * Removes typographic difference: quotation marks, dashes, hyphens, no-break and repeated spaces,
 * ligatures, full-width forms, invisible characters, emphasis and letter case.
 *
 * Pure.
 *
 * @param dropped Stretches of the original to leave out, in order.
 * @returns The plain text with the origin of every character.
 */
export function plainText(original: string, dropped: readonly Span[] = []): PlainText {
  const units: string[] = []
  const origins: number[] = []
  const droppedAt = meetingSpan(dropped)
  let offset = 0
  for (const char of original) {
    const isDropped = droppedAt({ offset, end: offset + 1 }) !== undefined
    for (const unit of isDropped ? '' : fold(char).split('')) {
      if (joins(units, unit)) continue
      units.push(unit)
      origins.push(offset)
    }
    offset += char.length
  }
  return { text: units.join(''), origins: [...origins, original.length] }
}

/** Where words are hyphenated at the ends of lines: from the hyphen to the rest of the word. Pure. */
export function wordBreaks(text: string): readonly Span[] {
  return [...text.matchAll(/(?<=\p{L})[-\u2010]\r?\n\s{0,80}(?=\p{Ll})/gu)].map((match) => ({
    offset: match.index,
    end: match.index + match[0].length,
  }))
}

/** Whether a space or dash melts into the one before it; a dash takes the place of a space. */
function joins(units: string[], unit: string): boolean {
  const last = units.at(-1) ?? ' '
  if (!isGap(unit) || !isGap(last)) return false
  if (units.length === 0) return unit === ' '
  if (unit === '-') units[units.length - 1] = '-'
  return true
}

function isGap(unit: string): boolean {
  return unit === ' ' || unit === '-'
}

const ascii = /^[a-z0-9.,:;=()/_ -]$/

function fold(char: string): string {
  if (ascii.test(char)) return char
  for (const [pattern, plain] of folds) if (pattern.test(char)) return plain
  return char.normalize('NFKD').toLowerCase().replace(/\s+/gu, ' ')
}
