import { stemOf } from './stem.ts'

const word = /[\p{L}\p{N}\p{M}]+(?:[_.'’-][\p{L}\p{N}\p{M}]+)*/gu
const humps = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u

/** The words of a text as written; `pool_max`, `db-1` and `09.12` are one each. Pure. */
export function wordsOf(text: string): readonly string[] {
  return text.match(word) ?? []
}

/** The parts of a word that is made of several: `poolMax`, `pool_max` and `pool-max` alike. Pure. */
export function partsOf(whole: string): readonly string[] {
  return whole
    .split(/[_.-]/)
    .flatMap((piece) => piece.split(humps))
    .filter((piece) => piece !== '')
    .map((piece) => piece.toLowerCase())
}

/** A text as the run of stems of its parts, each between spaces, so that runs can be found. Pure. */
export function stemLine(text: string): string {
  return ` ${stemsOf(text).join(' ')} `
}

/** The stems of all parts of a text's words, in order. Pure. */
function stemsOf(text: string): readonly string[] {
  return wordsOf(text).flatMap(partsOf).map(stemOf)
}
