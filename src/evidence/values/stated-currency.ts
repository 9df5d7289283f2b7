import { currencyNamed, unitOfKey } from './units.ts'
import type { Dimension } from './value.ts'

/** The currency that stands over a place of a file, if one does. */
export type StatedCurrency = (line: number, offset: number) => Dimension | undefined

const heading = /^\s{0,3}#{1,6}\s/
const row = /^\s*\|/
/** "(NOK)", "(in millions of NOK)", "in kroner", "currency: NOK". */
const naming =
  /[([][^)\]\d]{1,40}[)\]]|\bin\s+(?:(?:thousands?|millions?|billions?)\s+(?:of\s+)?)?[\p{L}$€£¥₹]+|\bcurrency\b.{0,20}/giu
const amounts =
  /\b(?:amounts?|figures?|values?|prices?|sums?|numbers?|costs?|revenues?|currency|beträge|montants?|importes?|importi|bedragen)\b/i
const mostLineChars = 4000

/** What a table's or a file's first row says of each column. */
type Columns = readonly (Dimension | undefined)[]

interface Stated {
  readonly columns?: Columns
  /** What the heading above, or else a note such as "All amounts in NOK", says. */
  readonly whole?: Dimension
}

/**
 * Reads which currency a file gives to numbers that name none: by the first row of a table or of
 * separated values, by the heading above, by a note such as "All amounts in NOK".
 *
 * Pure; one pass over the lines.
 *
 * @param lines All lines of the file, cells apart by `|`.
 * @param isSheet Whether the first line names the columns of all others.
 */
export function statedCurrency(lines: readonly string[], isSheet: boolean): StatedCurrency {
  const sheet = isSheet ? columnsOf(lines[0] ?? '') : undefined
  const stated = readNotes(lines)
  return (number, offset) => {
    const { columns = sheet, whole } = stated[number - 1] ?? {}
    const column = (lines[number - 1] ?? '').slice(0, offset).split('|').length - 1
    return columns?.[column] ?? whole
  }
}

function readNotes(lines: readonly string[]): readonly Stated[] {
  let title: Dimension | undefined
  let note: Dimension | undefined
  let columns: Columns | undefined
  return lines.map((full) => {
    const line = full.slice(0, mostLineChars)
    if (heading.test(line)) title = named(line)
    else note = noteIn(line) ?? note
    if (!row.test(line)) columns = undefined
    else columns ??= columnsOf(line)
    const whole = title ?? note
    return { ...(columns && { columns }), ...(whole && { whole }) }
  })
}

function columnsOf(line: string): Columns {
  return line.slice(0, mostLineChars).split('|').map(columnCurrency)
}

function columnCurrency(cell: string): Dimension | undefined {
  const ofKey = unitOfKey(cell.trim())?.dimension
  return currencyNamed(cell) ?? (ofKey?.startsWith('currency:') === true ? ofKey : undefined)
}

function named(text: string): Dimension | undefined {
  return currencyNamed((text.match(naming) ?? []).join(' '))
}

/** A sentence that names the currency of amounts and holds no amount itself. */
function noteIn(line: string): Dimension | undefined {
  if (!amounts.test(line)) return undefined
  const notes = line.split(/(?<=[.;])\s/).filter((part) => amounts.test(part) && !/\d/.test(part))
  return named(notes.join(' '))
}
