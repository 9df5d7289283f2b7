import { readIdentifiers } from '../values/read-identifiers.ts'
import type { Value } from '../values/value.ts'
import { contentWords } from '../words/content-words.ts'
import type { CitedLines } from './cited-lines.ts'

/** Words that the right line must have in common with the sentence over the identifier's line. */
const leastMore = 3

/**
 * Whether an identifier is a neighbour's: another cited line holds the words of the sentence
 * better and has an identifier of its own. Only records of one line each are told apart, and only
 * for a sentence with one identifier; where title and identifier stand on lines of their own, no
 * line says what belongs together.
 *
 * Pure.
 */
export function isOnForeignLine(
  { value }: Value,
  { text, cited }: { readonly text: string; readonly cited: readonly CitedLines[] },
): boolean {
  if (value.kind !== 'code' || value.isIdentifier !== true) return false
  if (readIdentifiers(text).length !== 1) return false
  const said = new Set(contentWords(text))
  const records = cited
    .flatMap(({ lines }) => lines)
    .flatMap((line) => {
      const codes = readIdentifiers(line).flatMap((other) =>
        other.value.kind === 'code' ? [other.value.code] : [],
      )
      const shared = contentWords(line).filter((word) => said.has(word)).length
      return codes.length === 0 ? [] : [{ isOwn: codes.includes(value.code), shared }]
    })
  const most = (isOwn: boolean): number =>
    Math.max(0, ...records.filter((record) => record.isOwn === isOwn).map(({ shared }) => shared))
  return most(false) >= most(true) + leastMore
}
