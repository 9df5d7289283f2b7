import type { Term } from './question.ts'

/** How much of a question a line must hold to be found. */
export type Width = 'any' | 'pairs' | 'triples'

const needed: Readonly<Record<Width, number>> = { any: 1, pairs: 2, triples: 3 }
/** Search tools take no longer query. */
const mostCharacters = 1000

/**
 * The regular expression that finds lines with one, two or three of the terms, in any order. With
 * fewer terms than that, a line needs all of them. The last terms are left out where they would
 * make the expression longer than 1,000 characters.
 *
 * Pure.
 */
export function searchFor(terms: readonly Term[], width: Width): string {
  const patterns = terms.map(({ pattern }) => pattern)
  for (let count = patterns.length; count > 0; count -= 1) {
    const some = patterns.slice(0, count)
    const query = expression(some, Math.min(needed[width], count))
    if (query.length <= mostCharacters) return query
  }
  return (patterns[0] ?? '').slice(0, mostCharacters)
}

function expression(patterns: readonly string[], count: number): string {
  return count === 1 ? patterns.join('|') : `^${holding(patterns, count)}`
}

/** Looks ahead for `count` of the patterns: each in turn with `count - 1` of those behind it. */
function holding(patterns: readonly string[], count: number): string {
  if (count === 1) return `(?=.*(?:${patterns.join('|')}))`
  const starts = patterns.slice(0, patterns.length - count + 1)
  const alternatives = starts.map(
    (pattern, index) => `(?=.*${pattern})${holding(patterns.slice(index + 1), count - 1)}`,
  )
  return `(?:${alternatives.join('|')})`
}
