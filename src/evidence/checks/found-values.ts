import { compareValues } from '../values/compare-values.ts'
import { type Cues, readCues } from '../values/cues.ts'
import { readValues } from '../values/read-values.ts'
import { type StatedCurrency, statedCurrency } from '../values/stated-currency.ts'
import { unitOf } from '../values/units.ts'
import type { Value } from '../values/value.ts'
import { inZones, zoneNamed } from '../values/zone.ts'
import { contentWords } from '../words/content-words.ts'
import { stemOf } from '../words/stem.ts'
import type { Snapshot } from '../snapshot.ts'
import type { CitedLines } from './cited-lines.ts'

/** A value of a cited line, with what stands beside it. */
export interface FoundValue extends Value {
  /** The line as a whole. */
  readonly line: string
  readonly before: string
  readonly after: string
}

/** Reads files by their lines, each line once. */
export interface ValueReader {
  /**
   * The values of the cited lines. A time of day counts also in the zones that cited lines of its
   * file name, so that 11:12 is 09:12 UTC where the head of the file says UTC+02:00.
   */
  found(cited: readonly CitedLines[]): readonly FoundValue[]
  /** Whether a line holds a value. */
  holds(line: string, value: Value): boolean
}

/** Makes a reader for one run of a check. Pure. */
export function valueReader(snapshot: Snapshot): ValueReader {
  const valuesOf = remember(bothReadings)
  const currencyOf = remember((path: string) => {
    const lines = snapshot.lines(path) ?? []
    return statedCurrency(lines.map(cellsOf(path, lines)), isSheet(path))
  })
  return {
    holds: (line, value) => valuesOf(line).some((other) => compareValues(value, other) === 'same'),
    found(cited) {
      const byFile = Map.groupBy(cited, ({ anchor }) => anchor.path)
      return [...byFile].flatMap(([path, sources]) => {
        const lines = sources.flatMap((source) => source.lines)
        const zones = lines.map(zoneNamed).filter((zone) => zone !== undefined)
        const currencyIn = currencyOf(path)
        const toCells = cellsOf(path, snapshot.lines(path) ?? [])
        const values = sources.flatMap((source) =>
          source.lines.map(toCells).flatMap((line, index) => {
            const place = source.first + index
            return valuesIn(line, valuesOf(line)).map((found) => stated(found, place, currencyIn))
          }),
        )
        return [...values, ...inZones(values, [...new Set(zones)])]
      })
    },
  }
}

function isSheet(path: string): boolean {
  return /\.[ct]sv$/i.test(path)
}

/** Sets the cells of separated values apart by `|`, for `2023,45` is two numbers there. */
function cellsOf(path: string, lines: readonly string[]): (line: string) => string {
  if (!isSheet(path)) return (line) => line
  const divider = ['\t', ';'].find((mark) => lines[0]?.includes(mark)) ?? ','
  return (line) => line.replace(/"[^"]*"|[\t;,]/g, (found) => (found === divider ? '|' : found))
}

/** `200 512` is one number or, in the columns of a log, two. */
function bothReadings(line: string): readonly Value[] {
  const values = readValues(line)
  const apart = line.replace(/(?<=\d) (?=\d{3}(?!\d))/g, '|')
  if (apart === line) return values
  const known = new Set(values.map(({ offset, end }) => `${offset}-${end}`))
  const others = readValues(apart).filter(({ offset, end }) => !known.has(`${offset}-${end}`))
  return [...values, ...others]
}

function valuesIn(line: string, values: readonly Value[]): readonly FoundValue[] {
  return values.map((value, index) => ({
    ...value,
    line,
    before: line.slice(values[index - 1]?.end ?? 0, value.offset),
    after: line.slice(value.end, values[index + 1]?.offset ?? line.length),
  }))
}

function stated(found: FoundValue, line: number, currencyOf: StatedCurrency): FoundValue {
  const { value, offset } = found
  if (value.kind !== 'quantity' || value.dimension !== 'plain') return found
  const currency = currencyOf(line, offset)
  return currency === undefined ? found : { ...found, value: { ...value, stated: currency } }
}

function remember<T>(read: (key: string) => T): (key: string) => T {
  const known = new Map<string, T>()
  return (key) => {
    const value = known.get(key) ?? read(key)
    known.set(key, value)
    return value
  }
}

/** A value of the report and the words beside it. */
export interface ClaimedValue {
  readonly value: Value
  readonly before: string
  readonly after: string
}

const nearChars = 60

/** Whether a found value stands beside a word that stands beside the claimed one, too. Pure. */
export function sharesLabel(claimed: ClaimedValue, found: FoundValue): boolean {
  const words = new Set(labelOf(claimed))
  return labelOf(found).some((word) => words.has(word))
}

/** Words that say how a figure was made, not what it counts. */
const figureWords = new Set(
  (
    'rate ratio factor average averages mean median total sum combined altogether difference gap ' +
    'increase decrease rise rose fall fell drop dropped grew higher lower longer shorter faster ' +
    'slower later earlier least fewer less nearly almost roughly approximately around'
  )
    .split(' ')
    .map(stemOf),
)

function labelOf({ before, after }: Pick<FoundValue, 'before' | 'after'>): readonly string[] {
  const left = before.slice(-nearChars).replace(before.length > nearChars ? /^\S+/ : /^/, '')
  const right = after.slice(0, nearChars).replace(after.length > nearChars ? /\S+$/ : /$/, '')
  return contentWords(`${left} ${right}`).filter(
    (word) => !figureWords.has(word) && unitOf(word) === undefined,
  )
}

/** Whether the lines state a figure of the claim's kind and label, made in the same way. Pure. */
export function isStated(
  claimed: ClaimedValue,
  derived: NonNullable<Cues['derived']>,
  found: readonly FoundValue[],
): boolean {
  const { value } = claimed.value
  if (value.kind !== 'quantity') return false
  return found.some((other) => {
    if (other.value.kind !== 'quantity' || other.value.dimension !== value.dimension) return false
    const isPercent = value.dimension === 'percent' && derived === 'share'
    const cues = readCues(other.before, other.after, true)
    return (isPercent || cues.derived === derived) && sharesLabel(claimed, other)
  })
}
