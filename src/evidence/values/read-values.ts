import { mask } from '../anchors/spans.ts'
import { readCalendar } from './read-calendar.ts'
import { readIdentifiers } from './read-identifiers.ts'
import { readQuantities } from './read-quantities.ts'
import { readYearSpans } from './read-year-spans.ts'
import type { Value } from './value.ts'

const version =
  /(?<![\p{L}\p{N}.])(?:v(?=\d+\.\d)\d+(?:\.\d+)+|\d+(?:\.\d+){2,})(?:-[\p{L}\p{N}.]+)?(?![\p{L}\p{N}])/giu
const code =
  /(?<![\p{L}\p{N}_])(?:#\d+|\p{L}[\p{L}\p{N}]*(?:[-_]?[\p{L}\p{N}]+)*|0x[\da-f]+|(?=\d*[a-f])[\da-f]{7,40})(?![\p{L}\p{N}_])/giu

/**
 * Reads the values of a text: quantities with separators, units, per cent, currency and number
 * words; versions and addresses; dates, times of day, years; identifiers and names with digits.
 *
 * Pure.
 *
 * @param text A sentence or a line. Citations are masked by the caller.
 * @returns The values in the order of their places; none overlap.
 */
export function readValues(text: string): readonly Value[] {
  const identifiers = readIdentifiers(text)
  const { values: calendar, rest: dated } = readCalendar(mask(text, identifiers, '\0'))
  const years = readYearSpans(dated)
  const afterCalendar = mask(dated, years, '\0')
  const { values: versions, rest: afterVersions } = take(afterCalendar, version, (found) => {
    if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(found)) return undefined
    return { kind: 'version', parts: found.replace(/^v/i, '').split(/[.-]/) }
  })
  const { values: codes, rest } = take(afterVersions, code, (found) =>
    /\d/.test(found) ? { kind: 'code', code: found.toLowerCase() } : undefined,
  )
  const named = [...identifiers, ...versions, ...codes]
  const all = [...named, ...calendar, ...years, ...readQuantities(rest)]
  return all.sort((one, other) => one.offset - other.offset)
}

/** Values that a pattern finds, and the text with them blanked so that no digit counts twice. */
function take(
  text: string,
  pattern: RegExp,
  read: (found: string) => Value['value'] | undefined,
): { readonly values: readonly Value[]; readonly rest: string } {
  const values = [...text.matchAll(pattern)].flatMap((match): Value[] => {
    const value = read(match[0])
    const end = match.index + match[0].length
    return value === undefined ? [] : [{ offset: match.index, end, text: match[0], value }]
  })
  return { values, rest: mask(text, values, '\0') }
}
