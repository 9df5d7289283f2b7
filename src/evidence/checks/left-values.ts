import type { Snapshot } from '../snapshot.ts'
import type { Cues } from '../values/cues.ts'
import type { Code, Quantity, Value } from '../values/value.ts'
import type { CitedLines } from './cited-lines.ts'
import { type ClaimedValue, type FoundValue, isStated, sharesLabel } from './found-values.ts'
import { isInLines } from './literal.ts'

interface LeftCase {
  readonly cited: readonly CitedLines[]
  readonly snapshot: Snapshot
  readonly found: readonly FoundValue[]
  readonly cues: Cues
}

/**
 * What a value that is not in the lines may be instead of wrong: `found` if it is a bound that the
 * lines keep, `exempt` if it is a word or counts within the report, `abstained` if it is a figure
 * or a name that the lines do not decide.
 *
 * Pure.
 *
 * @returns One of these, or `undefined` if the value is missing.
 */
export function leave(
  claimed: ClaimedValue,
  one: LeftCase,
): 'found' | 'abstained' | 'exempt' | undefined {
  const { value, text } = claimed.value
  const { cues, found } = one
  if (cues.internal) return 'exempt'
  if (cues.derived !== undefined && !isStated(claimed, cues.derived, found)) return 'abstained'
  switch (value.kind) {
    case 'code':
      return leaveCode(text, value, one)
    case 'date':
      return found.some((other) => other.value.kind === 'date') ? undefined : 'abstained'
    case 'quantity':
      return cues.bound === undefined ? undefined : leaveBound(claimed, value, cues.bound, one)
    case 'clock':
    case 'version':
      return undefined
    default:
      return value satisfies never
  }
}

function leaveCode(
  text: string,
  code: Code,
  { found, cited, snapshot }: LeftCase,
): 'abstained' | 'exempt' | undefined {
  if (code.isIdentifier === true) return undefined
  if (!isIdentity(text) && !hasSibling(code, found)) {
    return isShortIdentity(text) && !isInLines(text.replace(/-\d+$/, ''), cited)
      ? 'abstained'
      : 'exempt'
  }
  return cited.some(({ anchor }) => isInFile(text, anchor.path, snapshot)) ? 'abstained' : undefined
}

/** Names that stand for one thing: `INC-2041`, a commit. `UTF-8` and `p99` are words. */
function isIdentity(text: string): boolean {
  return /^\p{Lu}{2,}-\d{3,}$|^#\d{2,}$/u.test(text) || /^(?=.*\d)[\da-f]{7,40}$/i.test(text)
}

/** `JOB-19` may be one of many or, as `COVID-19`, a word; where lines have the word, it is one. */
function isShortIdentity(text: string): boolean {
  return /^\p{Lu}{2,}-\d{2}$/u.test(text)
}

/** Whether the lines name another of its kind: `db-2` where the report says `db-3`. */
function hasSibling({ code }: Code, found: readonly Value[]): boolean {
  const shape = (name: string): string => name.replace(/\d+/g, '0')
  return found.some(({ value }) => value.kind === 'code' && shape(value.code) === shape(code))
}

function isInFile(text: string, path: string, snapshot: Snapshot): boolean {
  return path.includes(text) || isInLines(text, [{ lines: snapshot.lines(path) ?? [] }])
}

/**
 * "More than 1,000" is met by 1,187 of the same things, and by nothing three times as large. An
 * amount of the same unit that counts other things is left open. Where the lines use the same
 * words, the report repeats a bound and must repeat its number.
 */
function leaveBound(
  claimed: ClaimedValue,
  quantity: Quantity,
  { side, words }: NonNullable<Cues['bound']>,
  { found, cited }: Pick<LeftCase, 'found' | 'cited'>,
): 'found' | 'abstained' | undefined {
  if (isInLines(words, cited)) return undefined
  const keeping = found.filter(
    ({ value }) => value.kind === 'quantity' && keepsBound(quantity, value, side),
  )
  if (keeping.some((other) => sharesLabel(claimed, other))) return 'found'
  return quantity.dimension !== 'plain' && keeping.length > 0 ? 'abstained' : undefined
}

function keepsBound(claimed: Quantity, found: Quantity, side: 'above' | 'below'): boolean {
  const isBare = found.dimension === 'plain'
  if (!isBare && found.dimension !== claimed.dimension) return false
  const limit = claimed.written * (isBare ? 1 : claimed.factor)
  const amount = found.written * (isBare ? 1 : found.factor)
  return side === 'above'
    ? amount >= limit && amount <= limit * 3
    : amount <= limit && amount >= limit / 3
}
