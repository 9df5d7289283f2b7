import { isIdentifier } from './content-words.ts'
import { stopWords } from './stop-words.ts'
import { wordsOf } from './tokens.ts'

const capitalised = /(?<![\p{L}\p{N}\p{M}_.-])\p{Lu}\p{Ll}[\p{L}\p{M}]+(?:-\p{Lu}?\p{L}+)*/gu
/** What stands before a name inside a sentence or a field: a word, a comma or a colon, a space. */
const within = /[\p{L}\p{N},;:)’'"”]\s$/u
const calendar =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)$/i

/** A word that starts with a capital. */
export interface Capitalised {
  readonly name: string
  /** Whether it stands inside of a sentence, where only names have capitals. */
  readonly isInside: boolean
}

/** The capitalised words of a text; stop words, days and months are none. Pure. */
export function capitalisedIn(text: string): readonly Capitalised[] {
  return [...text.matchAll(capitalised)].flatMap(({ 0: name, index }) => {
    const isWord = stopWords.has(name.toLowerCase()) || calendar.test(name) || isIdentifier(name)
    const isInside = within.test(text.slice(Math.max(0, index - 2), index))
    return isWord ? [] : [{ name, isInside }]
  })
}

/** Words that are written as code and carry no digit: `pool_max`, `poolMax`, `app.yaml`. Pure. */
export function identifiersIn(text: string): readonly string[] {
  return wordsOf(text).filter((word) => isIdentifier(word) && !/\p{N}/u.test(word))
}
