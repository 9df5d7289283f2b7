import { stemOf } from './stem.ts'
import { stopWords } from './stop-words.ts'
import { partsOf, wordsOf } from './tokens.ts'

/** Words that stand in nearly every English text and in hardly any other. */
const english = new Set(
  'the and by with were that which to from been their its they this has it'.split(' '),
)
const leastEnglish = 0.2
const codeLine =
  /[{};]\s*$|^\s*(?:[}\])]|\/\/|\/\*|\*\/)|=>|\w\(\)|^\s*(?:export|import|const|readonly|public|private|function|def|class|return)\b/m
const identifier = /_|\.(?=\p{L})|\p{Ll}\p{Lu}|(?=.*\p{L})(?=.*\p{N})/u

/** Whether a text reads as English prose: records and other languages do not. Pure. */
export function isEnglish(text: string): boolean {
  const words = wordsOf(text.toLowerCase()).filter((word) => /\p{L}/u.test(word))
  const functional = words.filter((word) => stopWords.has(word)).length
  return functional >= words.length * leastEnglish && words.some((word) => english.has(word))
}

/** Whether a line of a text reads as program code. Pure. */
export function isCode(text: string): boolean {
  return codeLine.test(text)
}

const speaker =
  /(?:^|\n|[.!?)\]"”…]\s)\s*(\p{Lu}[\p{L}'’-]{1,20}(?: \p{Lu}[\p{L}.'’-]{0,20}){0,2}):\s/gu
const leastTurns = 3

/** Whether a text is the talk of two speakers or more: "Ada: … Ben: … Ada: …". Pure. */
export function isTalk(text: string): boolean {
  const speakers = [...text.matchAll(speaker)].map(([, name]) => name)
  const all = new Set(speakers).size
  return all >= 2 && speakers.length >= leastTurns && all < speakers.length
}

/** Whether a word is written as code: joined parts, a capital inside, digits beside letters. Pure. */
export function isIdentifier(word: string): boolean {
  return identifier.test(word)
}

/**
 * The words by which a text says something: stems without stop words and numbers, each once.
 * Identifiers are kept whole, in one spelling for `poolMax` and `pool_max`.
 *
 * Pure.
 */
export function contentWords(text: string): readonly string[] {
  return [...new Set(wordsOf(text).flatMap(contentOf))]
}

function contentOf(word: string): readonly string[] {
  if (isIdentifier(word)) return [partsOf(word).join('')]
  return partsOf(word)
    .filter((part) => part.length > 1 && /\p{L}/u.test(part) && !stopWords.has(part))
    .map(stemOf)
}

/** What a text holds, to ask for single words. */
export interface WordPool {
  /** Whether the text holds a stem or a word that begins like it. */
  has(stem: string): boolean
  /** Whether the text holds a word or identifier as a whole, in this spelling. */
  holds(word: string): boolean
}

/** Of two words that begin alike, this much; of a shorter word, all of it. */
const alike = 5
const shortest = 4

/**
 * Collects the words of texts, identifiers both whole and in parts. Words that begin alike count as
 * one, so that `approval` is found as `approve` and `rollback` as `roll`.
 *
 * Pure; asking costs the same for any length of the texts.
 */
export function wordPool(texts: readonly string[]): WordPool {
  const stems = new Set<string>()
  for (const word of texts.flatMap(wordsOf)) {
    const parts = partsOf(word)
    stems.add(parts.join(''))
    for (const part of parts) stems.add(stemOf(part))
  }
  const long = new Set([...stems].map((stem) => stem.slice(0, alike)))
  const short = new Set([...stems].map((stem) => stem.slice(0, shortest)))
  return {
    holds: (word) => stems.has(word),
    has(stem) {
      if (stems.has(stem) || (stem.length === shortest && short.has(stem))) return true
      if (stem.length < alike) return false
      return long.has(stem.slice(0, alike)) || stems.has(stem.slice(0, shortest))
    },
  }
}
