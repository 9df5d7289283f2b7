import { binaryFactor } from './units.ts'
import type { CalendarDate, ClockTime, Dimension, Quantity, Value, Version } from './value.ts'

/** How a claimed value stands to a found one. */
export type Comparison = 'same' | 'other-currency' | 'different'

/**
 * Compares values as values, not as strings. The claim may be less precise than what was found
 * (79.61 as 80%), never more. A number without a unit meets any unit; two units must agree.
 *
 * Pure.
 *
 * @param claimed The value of the report.
 * @param found The value of the cited lines.
 * @param approximate Whether the report says "about": then zeros at the end are not exact.
 */
export function compareValues(claimed: Value, found: Value, approximate = false): Comparison {
  const one = claimed.value
  const other = found.value
  if (one.kind === 'quantity' && other.kind === 'quantity') {
    return compareQuantities(one, other, approximate)
  }
  return isSame(claimed, found) ? 'same' : 'different'
}

function isSame(claimed: Value, found: Value): boolean {
  const one = claimed.value
  const other = found.value
  if (one.kind === 'date') return other.kind === 'date' && sameDate(one, other)
  if (one.kind === 'clock') return other.kind === 'clock' && sameClock(one, other)
  if (one.kind === 'code') return other.kind === 'code' && one.code === other.code
  if (one.kind === 'version') return begins(one, found)
  if (other.kind === 'date') return one.written === other.year && one.step === 1
  return other.kind === 'version' && isPrefix(numberParts(claimed.text), other.parts)
}

/** Four parts and more are an address or a registered number, which no beginning stands for. */
const partsOfAddress = 4

function begins({ parts }: Version, { text, value }: Value): boolean {
  const of = value.kind === 'version' ? value.parts : numberParts(text)
  const isWhole = parts.length < partsOfAddress || parts.length === of.length
  return isWhole && isPrefix(parts, of)
}

function numberParts(text: string): readonly string[] {
  return /^\d+(?:\.\d+)*/.exec(text)?.[0].split('.') ?? []
}

function isPrefix(parts: readonly string[], of: readonly string[]): boolean {
  return parts.length > 0 && parts.every((part, index) => part === of[index])
}

function sameDate(one: CalendarDate, other: CalendarDate): boolean {
  const year = one.year === undefined || other.year === undefined || one.year === other.year
  const straight = one.month === other.month && one.day === other.day
  const turned = one.month === other.day && one.day === other.month
  return year && (straight || (turned && (one.ambiguous || other.ambiguous)))
}

function sameClock(one: ClockTime, other: ClockTime): boolean {
  const seconds =
    one.second === undefined || other.second === undefined || one.second === other.second
  if (!seconds) return false
  const minutes = ({ hour, minute }: ClockTime): number => hour * 60 + minute
  if (minutes(one) === minutes(other)) return true
  if (one.zone === undefined || other.zone === undefined) return false
  const apart = minutes(one) - one.zone - (minutes(other) - other.zone)
  return apart % (24 * 60) === 0
}

function compareQuantities(claimed: Quantity, found: Quantity, approximate: boolean): Comparison {
  if (isOpposed(claimed, found)) return 'different'
  const step = approximate ? roughStep(claimed) : claimed.step
  const isNear: IsNear = (foundAs, factor = 1) =>
    rounds(foundAs, claimed.written * factor, step * factor)
  if (areForeign(claimed, found)) return isNear(found.written) ? 'other-currency' : 'different'
  return meets(claimed, found, isNear) ? 'same' : 'different'
}

/** Whether both are amounts of money, and of two currencies. */
function areForeign(claimed: Quantity, found: Quantity): boolean {
  const stated = found.dimension === 'plain' ? found.stated : undefined
  const foundIn = stated ?? found.dimension
  if (!isCurrency(claimed.dimension) || !isCurrency(foundIn)) return false
  return claimed.dimension !== foundIn && !areKroner(claimed.dimension, foundIn)
}

/** A minus stands against no sign, unless words may say the same: "fell 12%" and "-12%". */
function isOpposed(one: Quantity, other: Quantity): boolean {
  return one.sign !== other.sign && one.sign !== 'worded' && other.sign !== 'worded'
}

/** Whether a found amount, in units of the claim times `factor`, rounds to the claim. */
type IsNear = (foundAs: number, factor?: number) => boolean

function meets(claimed: Quantity, found: Quantity, isNear: IsNear): boolean {
  if (claimed.dimension === found.dimension) {
    if (isNear(found.written * found.factor, claimed.factor)) return true
    const isBytes = claimed.dimension === 'bytes'
    return (
      isBytes && isNear(found.written * binaryFactor(found.factor), binaryFactor(claimed.factor))
    )
  }
  if (claimed.dimension === 'plain') return isNear(found.written)
  if (found.dimension === 'plain') return meetsBare(claimed, found, isNear)
  return areKroner(claimed.dimension, found.dimension) && isNear(found.written)
}

/** A bare `30000` may be milliseconds, a bare `300` seconds, a bare `0.8` a share. */
function meetsBare(claimed: Quantity, found: Quantity, isNear: IsNear): boolean {
  if (isNear(found.written)) return true
  if (claimed.dimension === 'percent') return found.written <= 1 && isNear(found.written * 100)
  if (claimed.dimension === 'bytes') return isNear(found.written, claimed.factor)
  if (claimed.dimension !== 'time') return false
  return isNear(found.written, claimed.factor) || isNear(found.written * 1000, claimed.factor)
}

function isCurrency(dimension: Dimension): boolean {
  return dimension.startsWith('currency:')
}

/** `kr` names no country: it meets each of the three. */
function areKroner(one: Dimension, other: Dimension): boolean {
  const countries = ['currency:nok', 'currency:sek', 'currency:dkk']
  const pair = [one, other]
  return pair.includes('currency:kr') && pair.some((dimension) => countries.includes(dimension))
}

/** More digits than this, decimals among them, are not the rounding of anything. */
const mostRoundedDigits = 6

function rounds(found: number, claimed: number, step: number): boolean {
  const tolerance = Math.min(1e-9 * Math.max(1, Math.abs(claimed)), step / 1000)
  if (Math.abs(found - claimed) <= tolerance) return true
  if (step < 1 && claimed / step >= 10 ** mostRoundedDigits) return false
  return Math.abs(Math.floor(found / step + 0.5 + 1e-9) * step - claimed) <= tolerance
}

/** "About 1,200" is precise to 100, "about 35" to 5 at the most. */
function roughStep({ written, step }: Quantity): number {
  let rough = step
  while (written !== 0 && written % (rough * 10) === 0 && rough < written) rough *= 10
  return rough
}
