import type { Dimension } from './value.ts'

/** A unit of measure: how many of the dimension's base unit one is. */
export interface Unit {
  readonly dimension: Dimension
  readonly factor: number
}

const table: Readonly<Record<string, readonly [Dimension, number, string]>> = {
  nanosecond: ['time', 1e-6, 'ns nanosecond nanoseconds'],
  microsecond: ['time', 1e-3, 'µs μs us microsecond microseconds'],
  millisecond: ['time', 1, 'ms msec msecs millis millisecond milliseconds'],
  second: ['time', 1e3, 's sec secs second seconds'],
  minute: ['time', 6e4, 'min mins minute minutes'],
  hour: ['time', 3.6e6, 'h hr hrs hour hours'],
  day: ['time', 8.64e7, 'd day days'],
  week: ['time', 6.048e8, 'week weeks'],
  byte: ['bytes', 1, 'b byte bytes'],
  kilobyte: ['bytes', 1e3, 'kb kilobyte kilobytes'],
  megabyte: ['bytes', 1e6, 'mb megabyte megabytes'],
  gigabyte: ['bytes', 1e9, 'gb gigabyte gigabytes'],
  terabyte: ['bytes', 1e12, 'tb terabyte terabytes'],
  kibibyte: ['bytes', 1024, 'kib'],
  mebibyte: ['bytes', 1024 ** 2, 'mib'],
  gibibyte: ['bytes', 1024 ** 3, 'gib'],
  tebibyte: ['bytes', 1024 ** 4, 'tib'],
  percent: ['percent', 1, '% percent pct ％'],
  dollar: ['currency:usd', 1, '$ usd us$ dollar dollars'],
  euro: ['currency:eur', 1, '€ eur euro euros'],
  pound: ['currency:gbp', 1, '£ gbp pounds'],
  yen: ['currency:jpy', 1, '¥ jpy yen'],
  krone: ['currency:kr', 1, 'kr kr. krone kroner kronor krona'],
  norwegian: ['currency:nok', 1, 'nok'],
  swedish: ['currency:sek', 1, 'sek'],
  danish: ['currency:dkk', 1, 'dkk'],
  franc: ['currency:chf', 1, 'chf'],
  rupee: ['currency:inr', 1, '₹ inr rupees'],
  australian: ['currency:aud', 1, 'aud a$ au$'],
  canadian: ['currency:cad', 1, 'cad c$ ca$'],
  newZealand: ['currency:nzd', 1, 'nzd nz$'],
  hongKong: ['currency:hkd', 1, 'hkd hk$'],
  singapore: ['currency:sgd', 1, 'sgd sg$ s$'],
  real: ['currency:brl', 1, 'brl r$'],
  yuan: ['currency:cny', 1, 'cny rmb yuan'],
}

const units: ReadonlyMap<string, Unit> = new Map(
  Object.values(table).flatMap(([dimension, factor, names]) =>
    names.split(' ').map((name) => [name, { dimension, factor }] as const),
  ),
)

/** Words and letters that multiply. */
const scales: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['dozen', 12],
  ['thousand', 1e3],
  ['lakh', 1e5],
  ['m', 1e6],
  ['mn', 1e6],
  ['mln', 1e6],
  ['mio', 1e6],
  ['million', 1e6],
  ['crore', 1e7],
  ['bn', 1e9],
  ['bln', 1e9],
  ['mrd', 1e9],
  ['billion', 1e9],
  ['trillion', 1e12],
])

/** The unit of a name, in any letter case. Pure. */
export function unitOf(name: string): Unit | undefined {
  return units.get(name.toLowerCase())
}

/** The factor of a scale word: `1.2 million`, `3k`. Pure. */
export function scaleOf(name: string): number | undefined {
  return scales.get(name.toLowerCase())
}

/** The unit that a key names: `timeoutMs`, `max_age_seconds`, `amount_usd`. Pure. */
export function unitOfKey(key: string): Unit | undefined {
  const last = key.match(/[A-Z]?[a-z]+|[A-Z]+|[%$€£]/g)?.at(-1)
  if (last === undefined || last.length === key.length) return undefined
  const unit = unitOf(last)
  return last.length === 1 ? undefined : unit
}

/** The one currency that a heading or a note names; none where it names several. Pure. */
export function currencyNamed(note: string): Dimension | undefined {
  const words = note.match(/[A-Z]{0,2}\$|[€£¥₹]|\p{L}+/gu) ?? []
  const named = words.flatMap((word) => {
    const dimension = unitOf(word)?.dimension
    return dimension?.startsWith('currency:') === true ? [dimension] : []
  })
  return new Set(named).size === 1 ? named[0] : undefined
}

/** Two readings of `kB`, `MB` and `GB`: powers of 1,000 and of 1,024. Pure. */
export function binaryFactor(factor: number): number {
  const power = Math.log10(factor) / 3
  return Number.isInteger(power) ? 1024 ** power : factor
}
