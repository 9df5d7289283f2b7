import type { Sentence } from '../anchors/report-document.ts'
import { compareValues } from '../values/compare-values.ts'
import { readValues } from '../values/read-values.ts'
import type { Value } from '../values/value.ts'
import type { CitedLines } from './cited-lines.ts'

interface LiteralCase {
  readonly sentence: Sentence
  readonly cited: readonly CitedLines[]
  readonly paths: ReadonlySet<string>
  /** Values of the cited lines. */
  readonly found: readonly Value[]
}

/**
 * Looks for a back-ticked literal in the cited lines: as a whole token, as a value, or as a key
 * with its value. Names of files need no evidence there; a literal that the sentence says is not
 * there is left open.
 *
 * Pure.
 */
export function judgeLiteral(
  literal: string,
  one: LiteralCase,
): 'found' | 'abstained' | 'exempt' | 'missing' {
  if (isInLines(literal, one.cited) || isInLines(literal.replace(/\(\)$/, ''), one.cited)) {
    return 'found'
  }
  if (isPairInLines(literal, one)) return 'found'
  if (namesFile(literal, one)) return 'exempt'
  return denies(one.sentence.text) ? 'abstained' : 'missing'
}

/** Whether a text occurs in lines as a whole token; quotes and runs of spaces count as one. */
export function isInLines(
  text: string,
  cited: readonly { readonly lines: readonly string[] }[],
): boolean {
  const wanted = fold(text)
  return wanted !== '' && cited.some(({ lines }) => hasToken(fold(lines.join('\n')), wanted))
}

function fold(text: string): string {
  return text
    .replace(/["'`“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

function hasToken(text: string, token: string): boolean {
  for (let at = text.indexOf(token); at !== -1; at = text.indexOf(token, at + 1)) {
    const end = at + token.length
    const isWhole = !joins(text[at - 1], token[0]) && !joins(token.at(-1), text[end])
    if (isWhole && !isPartOfNumber(text, token, at)) return true
  }
  return false
}

/** Whether a token of digits is a part of another number: `5` of `-5`, `1.5` and `5.1`. */
function isPartOfNumber(text: string, token: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at)
  const after = text.slice(at + token.length, at + token.length + 2)
  const isCut = /^\d/.test(token) && /\d[.,]$|(?<![\p{L}\p{N}])[-−]$/u.test(before)
  return isCut || (/\d$/.test(token) && /^[.,]\d/.test(after))
}

function joins(left = ' ', right = ' '): boolean {
  return /[\p{L}\p{N}_]/u.test(left) && /[\p{L}\p{N}_]/u.test(right)
}

/** `timeout: 30 s` against `timeout = 30000`: every word occurs, and every value as a value. */
function isPairInLines(literal: string, { cited, found }: LiteralCase): boolean {
  const values = readValues(literal)
  const rest = values.reduceRight(
    (text, { offset, end }) => `${text.slice(0, offset)} ${text.slice(end)}`,
    literal,
  )
  const words = rest.match(/[\p{L}_$][\p{L}\p{N}_$.-]*/gu) ?? []
  if (values.length + words.length === 0 || (values.length === 0 && !/[:=]/.test(literal)))
    return false
  return (
    words.every((word) => isInLines(word, cited)) &&
    values.every((value) => found.some((other) => compareValues(value, other) === 'same'))
  )
}

function namesFile(literal: string, { paths, cited }: LiteralCase): boolean {
  const path = literal.replace(/^\.\//, '').replace(/\/$/, '')
  if (paths.has(path) || cited.some(({ anchor }) => `/${anchor.path}/`.includes(`/${path}/`)))
    return true
  return [...paths].some((known) => known.endsWith(`/${path}`) || known.startsWith(`${path}/`))
}

/** Whether an English sentence says that something is not so or not there. Pure. */
export function denies(sentence: string): boolean {
  return /\b(?:no|not|none|never|nothing|nowhere|neither|nor|without|absent|missing|lacks?|cannot)\b|n't\b|n’t\b/i.test(
    sentence,
  )
}
