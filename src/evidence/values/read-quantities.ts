import { mask } from '../anchors/spans.ts'
import { numberWords, readNumberWords } from './number-words.ts'
import { scaleOf, type Unit, unitOf, unitOfKey } from './units.ts'
import type { Quantity, Value } from './value.ts'

const digits = [
  '[1-9]\\d{0,1}(?:,\\d{2})+,\\d{3}(?!\\d)(?:\\.\\d+)?',
  "\\d{1,3}(?:[,'’_\\u00a0\\u202f\\u2009]\\d{3})+(?:\\.\\d+)?",
  '(?<!\\d )[1-9]\\d{0,2}(?: \\d{3})+(?!\\d| \\d)(?:[.,]\\d+)?',
  '\\d{1,3}(?:\\.\\d{3}){2,}(?:,\\d+)?',
  '\\d{1,3}(?:\\.\\d{3})+,\\d+',
  '\\d+(?:[.,]\\d+)?(?:e[+-]?\\d{1,3})?',
].join('|')
/** A hyphen between words, numbers or dates is no sign. */
const sign = '(?<sign>(?<![\\p{L}\\p{N}_)\\]%.\\0−-])[-−](?=[$€£¥₹\\p{L}]{0,3}[ \\u00a0]?\\d))?'
const currency =
  '(?:(?<!\\p{L})(?:(?:US|CA|AU|NZ|HK|SG|[ACRS])?\\$|[€£¥₹])|\\b(?:USD|EUR|GBP|JPY|CHF|NOK|SEK|DKK|INR|AUD|CAD|NZD|HKD|SGD|BRL|CNY|kr\\.?))'
const scale =
  '(?:[ \\u00a0]?(?:dozen|thousand|lakh|million|crore|billion|trillion|(?:mln|mio|bln|mrd)\\b\\.?)|k(?![\\p{L}\\p{N}])|[ \\u00a0]?(?:M|mn|bn)(?![\\p{L}\\p{N}])|m(?![\\p{L}\\p{N}]))'
const number = new RegExp(
  `${sign}(?<before>${currency}[ \\u00a0]?(?<inner>[-−](?=\\d))?)?(?<![\\p{L}\\p{N}_]|\\d[.,])(?<number>${digits})(?<scale>${scale})?(?<after>[ \\u00a0-]?(?:[%％$€£¥]|per\\s?cent\\b|[\\p{L}µμ$×]{1,12}))?`,
  'gu',
)

/**
 * Reads quantities, in digits and in words. A range gives its unit to both ends; a key such as
 * `timeout_ms` gives its unit to the value that follows it.
 *
 * Pure.
 */
export function readQuantities(text: string): readonly Value[] {
  const numbers = [...text.matchAll(number)].flatMap((match) => fromDigits(match, text))
  const rest = mask(text, numbers, '\0')
  const words = [...rest.matchAll(numberWords)].flatMap((match) => fromWords(match, text))
  return shareUnits([...numbers, ...words], text)
}

function fromDigits(match: RegExpExecArray, text: string): Value[] {
  const { mark, before, written, scale, after } = partsOf(match)
  const suffix = after.replace(/^[ \u00a0-]/, '')
  const unit = suffixUnit(suffix)
  if (unit === undefined && suffix === after && isWordEnd(suffix)) return []
  const prefix = unitOf(before.replace(/[-−]$/, '').trim())
  const factor = scaleFactor(scale, prefix ?? unit)
  const end = match.index + match[0].length - (unit === undefined ? after.length : 0)
  const isGrouped = groupsByDots(written, { unit: prefix ?? unit, text })
  const { amount, step } = parseNumber(isGrouped ? written.replace('.', '') : written)
  const value = {
    ...quantity(amount * factor, prefix ?? unit ?? unitBefore(text, match.index)),
    step: step * factor,
    ...signOf(mark, text, { offset: match.index, end }),
  }
  return [{ offset: match.index, end, text: text.slice(match.index, end), value }]
}

function partsOf({ groups }: RegExpExecArray): {
  readonly mark: string | undefined
  readonly before: string
  readonly written: string
  readonly scale: string | undefined
  readonly after: string
} {
  const { sign: outer, inner, before = '', number: written = '', scale, after = '' } = groups ?? {}
  return { mark: outer ?? inner, before, written, scale, after }
}

const lossBefore =
  /\b(?:fell|fall(?:s|en|ing)?|drop(?:s|ped|ping)?|declin\w*|decreas\w*|los[st]\w*|losing|down|reduc\w*|shr[aiu]nk\w*|deficit|debit\w*|below|behind|lower\w*|short\w*|negative|cuts?|contract\w*|slump\w*|slid\w*|sank|overdrawn|deduct\w*|withdr\w+|refund\w*|discount\w*|ow(?:ed?|es|ing)|paid|pays?|payments?|fees?|expenses?|charge[ds]?|spen[dt]\w*)\b[^.;\n]{0,30}$/i
const lossAfter =
  /^[^.;,\n]{0,20}\b(?:lower|less|fewer|declin\w*|decreas\w*|drop\w*|fall|loss(?:es)?|reduction|cut|contraction|slump|discount|payment|fee|charge|below|behind|deficit|down|short\w*)\b/i
const nearChars = 40

/** A mark close behind a number, `10 -20`, may be a sign or part two ends of a range. */
function signOf(
  mark: string | undefined,
  text: string,
  { offset, end }: Pick<Value, 'offset' | 'end'>,
): Pick<Quantity, 'sign'> {
  const before = text.slice(Math.max(0, offset - nearChars), offset)
  if (mark !== undefined && /\d\s$/.test(before)) return { sign: 'worded' }
  if (mark !== undefined || /\b(?:minus|negative)\s$/i.test(before)) return { sign: 'minus' }
  const isWorded = lossBefore.test(before) || lossAfter.test(text.slice(end, end + nearChars))
  return isWorded ? { sign: 'worded' } : {}
}

const dotted = /^\d{1,3}\.\d{3}$/
const otherDotted = /\d\.\d{3}(?:\.\d{3}(?![.\d])|,\d)/

/**
 * Whether the dot of `1.200` parts thousands: another number of the text shows it, or the amount
 * is one of euros or kroner and round.
 */
function groupsByDots(
  written: string,
  { unit, text }: { readonly unit: Unit | undefined; readonly text: string },
): boolean {
  if (!dotted.test(written)) return false
  const dimension = unit?.dimension ?? ''
  const usesDots = /^currency:(?:eur|kr|nok|dkk)$/.test(dimension)
  return (usesDots && written.endsWith('0')) || otherDotted.test(text)
}

function quantity(written: number, unit: Unit | undefined): Quantity {
  const { factor = 1, dimension = 'plain' } = unit ?? {}
  return { kind: 'quantity', written, step: 1, factor, dimension, spelled: false }
}

/** Letters joined to a number that are no unit make it another word: `2nd`, `3x`, `5xx`. */
function isWordEnd(suffix: string): boolean {
  return /[\p{L}×]/u.test(suffix)
}

function suffixUnit(suffix: string): Unit | undefined {
  return /^per\s?cent$/i.test(suffix) ? unitOf('percent') : unitOf(suffix)
}

/** `m` is a million only beside a currency; `5m` alone may be minutes or metres. */
function scaleFactor(scale: string | undefined, unit: Unit | undefined): number {
  if (scale === undefined) return 1
  if (scale === 'm' && unit?.dimension.startsWith('currency') !== true) return 1
  return scaleOf(scale.trim()) ?? 1
}

function parseNumber(written: string): { readonly amount: number; readonly step: number } {
  const [mantissa = '', exponent = '0'] = written.split(/e/i)
  const plain = decimal(mantissa)
  const decimals = plain.split('.')[1]?.length ?? 0
  const power = Number(exponent)
  return { amount: Number(plain) * 10 ** power, step: 10 ** (power - decimals) }
}

/** One decimal point and no separators: `1,200.5`, `1.200,5` and `1 200,5` are 1200.5. */
function decimal(written: string): string {
  const bare = written.replace(/['’_ \u00a0\u202f\u2009]/g, '')
  if (/^\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/.test(bare)) return bare.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/.test(bare)) {
    return bare.replaceAll('.', '').replace(',', '.')
  }
  return bare.replace(',', '.')
}

/** The unit in `timeout_ms: 5`, in `Revenue (in kroner): 5` and in `Cost in NOK: 5`. */
function unitBefore(text: string, at: number): Unit | undefined {
  const before = text.slice(Math.max(0, at - 60), at)
  const label = /(?:[([](?:in\s)?|\bin\s)([\p{L}$€£¥₹%µμ]{1,12})[)\]]?\s?[:=]\s?$/u.exec(
    before,
  )?.[1]
  const labelled = label === undefined ? undefined : unitOf(label)
  if (labelled !== undefined) return labelled
  const key = /([\p{L}_][\p{L}\p{N}_.-]*)["']?\s*[:=]\s*["']?$/u.exec(before)?.[1]
  return key === undefined ? undefined : unitOfKey(key)
}

function fromWords(match: RegExpExecArray, text: string): Value[] {
  const written = readNumberWords(match[0])
  if (written === undefined || /^one$/i.test(match[0])) return []
  const end = match.index + match[0].length
  const next = /^[\s-]+(per\s?cent\b|[\p{L}]+)/u.exec(text.slice(end, end + 24))?.[1] ?? ''
  const unit = next.length === 1 ? undefined : suffixUnit(next)
  const place = { offset: match.index, end }
  const value = { ...quantity(written, unit), spelled: true, ...signOf(undefined, text, place) }
  return [{ ...place, text: match[0], value }]
}

function shareUnits(values: readonly Value[], text: string): readonly Value[] {
  const sorted = [...values].sort((one, other) => one.offset - other.offset)
  return sorted.map((one, index) => {
    const next = sorted[index + 1]
    if (one.value.kind !== 'quantity' || next?.value.kind !== 'quantity') return one
    const isRange = /^\s?(?:-|–|to|and|or)\s?$/.test(text.slice(one.end, next.offset))
    if (!isRange || one.value.dimension !== 'plain') return one
    const { dimension, factor } = next.value
    return { ...one, value: { ...one.value, dimension, factor } }
  })
}
