import { stemLine, partsOf, wordsOf } from '../evidence/words/tokens.ts'
import { beginningsOf, stemOf } from '../evidence/words/stem.ts'
import { stopWords } from '../evidence/words/stop-words.ts'

/** Something that a line has to hold to speak of what a question asks. */
export interface Term {
  /** As the question writes it. */
  readonly text: string
  /** Its stems, each between spaces: found in a line's `stemLine`. */
  readonly run: string
  /** A name or a phrase that was put into back-ticks or is written as code. */
  readonly isName: boolean
  /** A regular expression that finds its forms; finds a little more than it should. */
  readonly pattern: string
}

/** What kind of value would answer. */
export type Asked =
  | { readonly kind: 'count'; readonly unit: string; readonly pattern: string }
  | { readonly kind: 'time' }
  | { readonly kind: 'any' }

/** A question, read for what to search and what would answer it. */
export interface Question {
  readonly text: string
  readonly terms: readonly Term[]
  readonly asked: Asked
  /** It asks whether, when or by whom something was done. */
  readonly asksForDeed: boolean
}

const mostTerms = 10
const nameJoint = String.raw`[^\w\n]{0,2}_?`
const wordJoint = String.raw`\w{0,6}[^\w\n]{0,2}_?`
const deed =
  /^\W*(?:(?:when|where|why|how|by whom) )?(?:was|were|did|has|have|had|who (?:\w+ed|was|did|has|had))\b(?!.*\b(?:must|should|has to|have to|allowed)\b)/i
const asksForTime =
  /^\W*(?:(?:since |until )?when|(?:at )?what time|on (?:what|which) (?:day|date))\b/i

/** Reads a question: its terms, most telling first, and the kind of value it asks for. Pure. */
export function readQuestion(text: string): Question {
  const phrases = [...text.matchAll(/`([^`]+)`|["“]([^"”]+)["”]/g)].map((match) => ({
    text: (match[1] ?? match[2] ?? '').trim(),
    isName: true,
  }))
  const rest = text.replace(/`[^`]+`|["“][^"”]+["”]/g, ' ')
  const words = wordsOf(rest).map((word) => ({ text: word, isName: isName(word) }))
  const found = new Map<string, Term>()
  for (const { text: shown, isName: named } of [...phrases, ...words]) {
    const term = termOf(shown, named)
    if (term !== undefined && !found.has(term.run)) found.set(term.run, term)
  }
  return {
    text,
    terms: [...found.values()].slice(0, mostTerms),
    asked: askedBy(text),
    asksForDeed: deed.test(text),
  }
}

/** A word that is written as code: joined parts, a capital inside, or digits beside letters. */
function isName(word: string): boolean {
  return partsOf(word).length > 1 || (/\p{L}/u.test(word) && /\p{N}/u.test(word))
}

function termOf(text: string, named: boolean): Term | undefined {
  const parts = wordsOf(text).flatMap(partsOf)
  const [only] = parts
  if (only === undefined) return undefined
  if (parts.length === 1 && (stopWords.has(only) || (only.length < 2 && !/\p{N}/u.test(only)))) {
    return undefined
  }
  const run = stemLine(text)
  const pattern = named ? parts.join(nameJoint) : patternOf(parts)
  return run.trim() === '' ? undefined : { text, run, isName: named, pattern }
}

/** Parts hold letters, marks and digits only, so that none needs escaping. */
function patternOf(parts: readonly string[]): string {
  const stems = parts.map((part) => beginningsOf(stemOf(part)))
  return stems
    .map((forms) => (forms.length > 1 ? `(?:${forms.join('|')})` : forms.join('')))
    .join(wordJoint)
}

function askedBy(text: string): Asked {
  const words = wordsOf(text.toLowerCase())
  const at = words.findIndex((word, index) => word === 'many' && words[index - 1] === 'how')
  const unit = at === -1 ? undefined : words.slice(at + 1).find((word) => !stopWords.has(word))
  if (unit !== undefined) return { kind: 'count', unit, pattern: patternOf(partsOf(unit)) }
  return asksForTime.test(text) ? { kind: 'time' } : { kind: 'any' }
}
