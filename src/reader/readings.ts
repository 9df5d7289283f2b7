import { compareValues } from '../evidence/values/compare-values.ts'
import { readValues } from '../evidence/values/read-values.ts'
import type { Question, Term } from './question.ts'

/** A value that a line gives for something that the question asks about. */
export interface Reading {
  /** As the question names it. */
  readonly key: string
  /** As the line writes it. */
  readonly value: string
  /** The line says "about". */
  readonly isApproximate: boolean
}

/** Finds what lines say about one key. */
export interface KeyReader {
  readonly key: string
  /** The key is a name: a line that gives it a value speaks of the question. */
  readonly isName: boolean
  /** Tried in this order. */
  readonly expressions: readonly RegExp[]
  /** Only whole numbers are values: something is counted. */
  readonly countsThings: boolean
}

/** Characters of a line in which values are looked for. */
const mostCharacters = 4000

const noLetter = String.raw`(?![\p{L}\p{N}])`
const wordEnd = String.raw`\p{L}{0,6}`
const wordStart = String.raw`(?<![\p{L}\p{N}])`
const mark = String.raw`["'\x60]?`
const rough = String.raw`(?:(?<rough>about|approximately|around|roughly|nearly|almost|some|circa|~|≈)\s*)?`
const unit = String.raw`(?:\s?(?:%|(?:ms|s|sec|min|h|d|kb|mb|gb|kib|mib|gib|eur|usd)\b))?`
const number = String.raw`(?<number>[-+]?(?:[€$£]\s?)?\d[\d.,:]*(?<![.,:])${unit})`
const whole = String.raw`(?<number>\d[\d.,]*(?<![.,]))`
const literal = String.raw`["'\x60]?(?<literal>[\p{L}_][\p{L}\p{N}_-]*)(?![\p{L}\p{N}_.(-])`
const value = String.raw`(?:${mark}${rough}${number}|${literal})`
const assigned = String.raw`\s*(?::=|[:=|])\s*${value}`
const verb = String.raw`(?:is|was|were|are|of|at|equals|has been|had been|stood at|set to)`
const stated = String.raw`\s+(?:${verb}\s+)?${rough}${number}(?![\p{L}\p{N}_-])`
const fewWords = String.raw`(?:[ _-]+\p{L}+){0,3}`
const noAmount = String.raw`(?<![\p{L}\p{N}.,:_/-]|[€$£]\s?|\b(?:eur|usd|gbp|chf)\s?)`

/**
 * The keys of a question that lines may give values for: what it counts, its names, and its words
 * that stand side by side. A bound (`above 30 s`) is no value. Pure.
 */
export function keyReadersOf(question: Question): readonly KeyReader[] {
  const { asked, terms } = question
  if (asked.kind === 'time') return []
  if (asked.kind === 'count') return [counted(asked.unit, asked.pattern)]
  const names = terms.filter(({ isName }) => isName)
  return [...names.map((term) => given(term.text, term.pattern, true)), ...pairsOf(question)]
}

/** The first reading that any of the readers finds in a line. Pure. */
export function readingOf(readers: readonly KeyReader[], text: string): Reading | undefined {
  const looked = text.slice(0, mostCharacters)
  for (const { key, expressions, countsThings } of readers) {
    for (const expression of expressions) {
      const groups = expression.exec(looked)?.groups ?? {}
      const value = groups['number'] ?? groups['literal']
      if (value === undefined || (countsThings && !isWhole(value))) continue
      return { key, value: value.trim(), isApproximate: groups['rough'] !== undefined }
    }
  }
  return undefined
}

/** Whether two readings give the same value, compared as values: `30 s` is `30000 ms`. Pure. */
export function sameReading(one: Reading, other: Reading): boolean {
  const [value] = readValues(one.value)
  const [rival] = readValues(other.value)
  if (value === undefined || rival === undefined) return folded(one) === folded(other)
  const isRough = one.isApproximate || other.isApproximate
  return (
    compareValues(value, rival, isRough) === 'same' ||
    compareValues(rival, value, isRough) === 'same'
  )
}

function pairsOf({ text, terms }: Question): readonly KeyReader[] {
  const words = terms.filter(({ isName }) => !isName)
  return words.flatMap((term, index) => {
    const next = words[index + 1]
    if (next === undefined || !standTogether(text, term, next)) return []
    const pattern = String.raw`${term.pattern}${wordEnd}[\s_-]+${next.pattern}`
    return [given(`${term.text} ${next.text}`, pattern, false)]
  })
}

function standTogether(text: string, term: Term, next: Term): boolean {
  return text.includes(`${term.text} ${next.text}`)
}

function given(key: string, pattern: string, isName: boolean): KeyReader {
  const end = isName ? noLetter : wordEnd
  const start = `${wordStart}${pattern}${end}${mark}`
  const inRow = String.raw`^\s*${mark}${pattern}${end}${mark}\s*[,;\t]\s*${value}`
  const expressions = [`${start}${assigned}`, inRow, `${start}${stated}`].map(compile)
  return { key, isName, expressions, countsThings: false }
}

/** What a `how many` asks for: a number before the unit, or behind it and a colon or a verb. */
function counted(key: string, pattern: string): KeyReader {
  const word = `${wordStart}${pattern}${wordEnd}`
  const ahead = String.raw`${noAmount}${whole}\s+(?:\p{L}+\s+)?${word}`
  const behind = String.raw`${word}${mark}${fewWords}\s*[:=]\s*${mark}${rough}${whole}`
  const prose = String.raw`${word}${fewWords}\s+${verb}\s+${rough}${whole}`
  const expressions = [ahead, behind, prose].map(compile)
  return { key, isName: false, expressions, countsThings: true }
}

function compile(pattern: string): RegExp {
  return new RegExp(pattern, 'iu')
}

/** Whether a number counts things: no fraction, whatever separates its thousands. */
function isWhole(value: string): boolean {
  return /^\d+$|^\d{1,3}(?:[.,]\d{3})+$/.test(value)
}

function folded({ value }: Reading): string {
  return value.toLowerCase().replace(/\s+/g, ' ')
}
