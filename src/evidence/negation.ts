import type { PlainText } from './typography.ts'

/** Words that turn a statement round, by language; `-n't` is split off its verb. */
const words: Readonly<Record<string, string>> = {
  english: "not n't never no none nobody nothing nowhere neither nor without cannot",
  german: 'nicht nie niemals kein keine keinen keinem keiner keines nichts niemand weder ohne',
  french: 'ne pas jamais aucun aucune rien personne sans ni',
  spanish: 'no nunca jamás ningún ninguna ninguno nada nadie tampoco sin ni',
  italian: 'non mai nessun nessuna nessuno niente nulla senza né',
  portuguese: 'não nunca jamais nenhum nenhuma nada ninguém sem nem',
  dutch: 'niet nooit geen niets niemand zonder noch',
}

const negations = new Set(Object.values(words).flatMap((list) => list.normalize('NFKD').split(' ')))

/** A word of a plain text. */
export interface Word {
  readonly text: string
  readonly isNegation: boolean
  /** Offset within the plain text. */
  readonly offset: number
  readonly end: number
}

const verbs: Readonly<Record<string, string>> = { ca: 'can', wo: 'will', sha: 'shall' }

/**
 * Splits a plain text into words, negations told apart: English, German, French, Spanish, Italian,
 * Portuguese and Dutch. "isn't" is "is" and "n't"; "cannot" is "can" and "not".
 *
 * Pure.
 */
export function wordsOf({ text }: Pick<PlainText, 'text'>): readonly Word[] {
  return [
    ...text.matchAll(/[\p{L}\p{N}\p{M}_]+(?:'[\p{L}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}_]/gu),
  ].flatMap((match) => split(match[0], match.index))
}

/** The word that a contracted negation stands for: "didn't" is "did not". Pure. */
export function fullForm(negation: string): string {
  return negation === "n't" ? 'not' : negation
}

/** The negations of a text, in order. Pure. */
export function negationsIn(list: readonly Word[]): readonly string[] {
  return list.filter((word) => word.isNegation).map((word) => word.text)
}

function split(text: string, offset: number): readonly Word[] {
  const contracted = /^(.+)(n't)$/u.exec(text) ?? /^(can)(not)$/u.exec(text)
  const end = offset + text.length
  if (contracted === null) return [word(text, offset, end)]
  const [, stem = '', negation = ''] = contracted
  const middle = offset + stem.length
  return [word(verbs[stem] ?? stem, offset, middle), word(negation, middle, end)]
}

function word(text: string, offset: number, end: number): Word {
  return { text, isNegation: negations.has(text), offset, end }
}
