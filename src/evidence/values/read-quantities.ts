import { mask } from '../anchors/spans.ts'
import { numberWords, readNumberWords } from './number-words.ts'
import { scaleOf, type Unit, unitOf, unitOfKey } from './units.ts'
import type { Quantity, Value } from './value.ts'

const digits =
  "\\d{1,3}(?:[,'’_\\u00a0\\u202f\\u2009]\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3}){2,}(?:,\\d+)?|\\d{1,3}(?:\\.\\d{3})+,\\d+|\\d+(?:[.,]\\d+)?(?:e[+-]?\\d{1,3})?"
const number = new RegExp(
  `(?<before>(?:US\\$|[AC]\\$|[$€£¥₹]|\\b(?:USD|EUR|GBP|JPY|CHF|NOK|SEK|DKK|INR|AUD|CAD|CNY|kr\\.?))[ \\u00a0]?)?(?<![\\p{L}\\p{N}_]|\\d[.,])(?<number>${digits})(?<scale>[ \\u00a0]?(?:thousand|million|billion|trillion)|k(?![\\p{L}\\p{N}])|(?:M|mn|bn|m)(?![\\p{L}\\p{N}]))?(?<after>[ \\u00a0-]?(?:[%％$€£¥]|per\\s?cent\\b|[\\p{L}µμ$×]{1,12}))?`,
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
  const { before, written, scale, after } = partsOf(match)
  const suffix = after.replace(/^[ \u00a0-]/, '')
  const unit = suffixUnit(suffix)
  if (unit === undefined && suffix === after && isWordEnd(suffix)) return []
  const prefix = unitOf(before.trim())
  const factor = scaleFactor(scale, prefix ?? unit)
  const offset = match.index + (prefix === undefined ? before.length : 0)
  const end = match.index + match[0].length - (unit === undefined ? after.length : 0)
  const { amount, step } = parseNumber(written)
  const value = quantity(amount * factor, prefix ?? unit ?? unitBefore(text, match.index))
  return [{ offset, end, text: text.slice(offset, end), value: { ...value, step: step * factor } }]
}

function partsOf({ groups }: RegExpExecArray): {
  readonly before: string
  readonly written: string
  readonly scale: string | undefined
  readonly after: string
} {
  const { before = '', number: written = '', scale, after = '' } = groups ?? {}
  return { before, written, scale, after }
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
  const bare = written.replace(/['’_\u00a0\u202f\u2009]/g, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(bare)) return bare.replaceAll(',', '')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$|^\d{1,3}(?:\.\d{3}){2,}$/.test(bare)) {
    return bare.replaceAll('.', '').replace(',', '.')
  }
  return bare.replace(',', '.')
}

function unitBefore(text: string, at: number): Unit | undefined {
  const before = text.slice(Math.max(0, at - 60), at)
  const key = /([\p{L}_][\p{L}\p{N}_.-]*)["']?\s*[:=]\s*["']?$/u.exec(before)?.[1]
  return key === undefined ? undefined : unitOfKey(key)
}

function fromWords(match: RegExpExecArray, text: string): Value[] {
  const written = readNumberWords(match[0])
  if (written === undefined || /^one$/i.test(match[0])) return []
  const end = match.index + match[0].length
  const next = /^[\s-]+(per\s?cent\b|[\p{L}]+)/u.exec(text.slice(end, end + 24))?.[1] ?? ''
  const unit = next.length === 1 ? undefined : suffixUnit(next)
  const value = { ...quantity(written, unit), spelled: true }
  return [{ offset: match.index, end, text: match[0], value }]
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
