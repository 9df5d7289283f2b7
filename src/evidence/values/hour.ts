import type { Value } from './value.ts'

const hourBefore = /(?:\b(?:at|by|till|until|around|before|after|from|to|about)\s|@\s?)$/i
const hourAfter = /^\s?(?:o['’]?clock|ish|sharp|tonight)\b/i

/**
 * Whether a number of a text is the hour of a time: "7 pm" is said as "at 7", "7 o'clock".
 *
 * Pure.
 *
 * @param time The time, with a half of the day or without.
 * @param found The number and the text beside it.
 */
export function isHourOf(
  time: Value['value'],
  found: Pick<Value, 'value'> & { readonly before: string; readonly after: string },
): boolean {
  const { value, before, after } = found
  if (time.kind !== 'clock' || value.kind !== 'quantity' || value.dimension !== 'plain')
    return false
  const isWhole = time.minute === 0 && (time.second ?? 0) === 0 && time.zone === undefined
  const isSaid = hourBefore.test(before) || hourAfter.test(after)
  return isWhole && isSaid && value.written === (time.hour % 12 || 12)
}
