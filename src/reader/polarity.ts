import { wordsOf } from '../evidence/negation.ts'
import { plainText } from '../evidence/typography.ts'
import { stemOf } from '../evidence/words/stem.ts'

/** A sentence as its words and whether it denies. */
export interface Stance {
  /** Stems of its words; negations, their auxiliaries and punctuation left out. */
  readonly stems: ReadonlySet<string>
  /** Whether it holds an odd number of negations. */
  readonly denies: boolean
}

/** Verbs that English adds to deny. */
const auxiliaries = new Set(['do', 'does', 'did'])
const leastWords = 5
/** Of the shorter one's words, and of all words of both. */
const leastShared = { shorter: 0.9, all: 0.6 }
const mostCharacters = 2000

/** Reads a sentence as its words without negations, and the parity of its negations. Pure. */
export function stanceOf(text: string): Stance {
  const words = wordsOf(plainText(text.slice(0, mostCharacters)))
  const others = words.filter(
    ({ text: word, isNegation }) =>
      !isNegation && /[\p{L}\p{N}]/u.test(word) && !auxiliaries.has(word),
  )
  return {
    stems: new Set(others.map((word) => stemOf(word.text))),
    denies: words.filter((word) => word.isNegation).length % 2 === 1,
  }
}

/** Whether two sentences say almost the same, but one denies it. Pure. */
export function isTurnedAround(one: Stance, other: Stance): boolean {
  if (one.denies === other.denies) return false
  const shorter = Math.min(one.stems.size, other.stems.size)
  if (shorter < leastWords) return false
  const shared = [...one.stems].filter((stem) => other.stems.has(stem)).length
  const all = one.stems.size + other.stems.size - shared
  return shared >= leastShared.shorter * shorter && shared >= leastShared.all * all
}
