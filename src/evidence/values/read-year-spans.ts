import type { Value } from './value.ts'

const span =
  /(?<![\p{L}\p{N}.,/–-])(1[5-9]\d\d|20\d\d)\s?([–/-])\s?(\d{2}|\d{4})(?![\p{L}\p{N}]|[.,/–-]\d)/gu
const decade =
  /(?<=\b(?:the|early|late|mid|since)[\s-])(?:(1[5-9]\d|20\d)0|([2-9])0)s(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])['’‘](\d)0s(?![\p{L}\p{N}])/giu
/** Decades that are written with two digits: from the '20s on they are of the last century. */
const firstOfLastCentury = 2
const mostYears = 60

/**
 * Reads pairs of years, `2018–19`, `2018/19` and `2018-2019` alike, and decades: `the 1980s` and
 * `the '80s`. `2018-03` is a month and `80s` alone are seconds.
 *
 * Pure.
 */
export function readYearSpans(text: string): readonly Value[] {
  const years = [...text.matchAll(span)].flatMap(yearsOf)
  return [...years, ...[...text.matchAll(decade)].map(decadeOf)]
}

function yearsOf(match: RegExpExecArray): Value[] {
  const [text, first = '', mark, last = ''] = match
  const isShort = last.length === 2
  const written = { start: Number(first), end: endYear(first, last) }
  const isMonth = mark === '-' && isShort && Number(last) <= 12 && written.end !== written.start + 1
  const years = written.end - written.start
  if (isMonth || years <= 0 || years > mostYears) return []
  const lastAt = match.index + text.length - last.length
  return [
    year({ text: first, written: written.start, offset: match.index, spelled: false }),
    year({ text: last, written: written.end, offset: lastAt, spelled: isShort }),
  ]
}

/** The 19 of 2018–19 is 2019; the 00 of 1999–00 is 2000. */
function endYear(first: string, last: string): number {
  if (last.length > 2) return Number(last)
  const end = Number(first.slice(0, 2) + last)
  return end < Number(first) ? end + 100 : end
}

function year({
  text,
  offset,
  ...said
}: {
  readonly text: string
  readonly offset: number
  readonly written: number
  readonly spelled: boolean
}): Value {
  const value = { kind: 'quantity', step: 1, factor: 1, dimension: 'plain', ...said } as const
  return { offset, end: offset + text.length, text, value }
}

function decadeOf({ 0: text, 1: full, 2: bare, 3: marked, index }: RegExpExecArray): Value {
  const ten = Number(bare ?? marked ?? 0)
  const tens = full ?? String((ten >= firstOfLastCentury ? 190 : 200) + ten)
  const value = { kind: 'code', code: `${tens}0s` } as const
  return { offset: index, end: index + text.length, text, value }
}
