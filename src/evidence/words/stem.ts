import { irregularVerbs } from './irregular-verbs.ts'
import { derivations, inflections } from './suffixes.ts'

const bases: ReadonlyMap<string, string> = new Map(
  irregularVerbs.flatMap(([base = '', ...others]) => others.map((form) => [form, base] as const)),
)
const leastStem = 3
const leastRoot = 4

/**
 * Brings the forms of an English word to one stem: `restarted` and `restart`, `failure` and
 * `fails`, `sent` and `send`. The stem is the beginning of the word or of the verb that it is a
 * form of; words of other languages mostly stay as they are. Pure.
 *
 * @param word One word in lower case.
 */
export function stemOf(word: string): string {
  if (!/^[\p{L}'’]+$/u.test(word)) return word
  const bare = without(bases.get(word) ?? word, inflections, leastStem)
  const root = without(bare, derivations, leastRoot)
  return trimEnd(root)
}

function without(word: string, endings: readonly string[], least: number): string {
  if (word.endsWith('ss')) return word
  const ending = endings.find((end) => word.endsWith(end) && word.length - end.length >= least)
  return ending === undefined ? word : word.slice(0, -ending.length)
}

/** `stopp` and `stop`, `cause` and `caus`, `retry` and `retri` become one. */
function trimEnd(stem: string): string {
  if (stem.length <= leastStem) return stem
  if (/([bdfgmnprt])\1$/.test(stem)) return stem.slice(0, -1)
  return /[eiy]$/.test(stem) ? stem.slice(0, -1) : stem
}

/** What the forms of a stem begin with: the stem itself, and the other forms of its verb. Pure. */
export function beginningsOf(stem: string): readonly string[] {
  const verb = irregularVerbs.find(([base = '']) => stemOf(base) === stem)
  return verb === undefined ? [stem] : [stem, ...verb.slice(1)]
}
