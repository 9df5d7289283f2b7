import { type CoverageItem, markedAbsence, markedCoverage, plainObject } from './envelope.ts'

/** What a tool's value declares about where the tool looked, in well-formed items only. */
export interface DeclaredCoverage {
  /** Whether the tool looked and matched nothing. */
  readonly absent: boolean
  readonly lookedFor?: string
  readonly checked: readonly CoverageItem[]
  readonly notChecked: readonly CoverageItem[]
  readonly cannotCover: readonly CoverageItem[]
  /** Byte for byte as the tool wrote it; not there if it is blank. */
  readonly tryInstead?: string
}

/**
 * Reads an absence or a coverage where a tool's value enters. Only the value itself is looked at,
 * and the absence that a coverage may hold: whatever else looks similar is data. Items without a
 * ground are left out, as is a `why` that is no text; the lists of a coverage come before those of
 * its absence, exact repeats dropped.
 *
 * Pure; it refuses nothing, and the value stays what it is.
 *
 * @param value What a tool returned, or what the model was served of it.
 * @returns What is declared, or `undefined` for plain data.
 *
 * @example
 * ```ts
 * readCoverage({ absent: true, checked: [{ what: 'ledger.csv' }] })?.absent // => true
 * readCoverage([]) // => undefined
 * ```
 */
export function readCoverage(value: unknown): DeclaredCoverage | undefined {
  const covered = markedCoverage(value)
  const absence = markedAbsence(covered === undefined ? value : covered.result)
  if (covered === undefined && absence === undefined) return undefined
  const list = (name: string): readonly CoverageItem[] =>
    distinct([...wellFormed(covered?.coverage[name]), ...wellFormed(absence?.[name])])
  const lookedFor = text(absence?.['looked_for'])
  const tryInstead = text(absence?.['try_instead'])
  return {
    absent: absence !== undefined,
    ...(lookedFor !== undefined && { lookedFor }),
    checked: list('checked'),
    notChecked: list('not_checked'),
    cannotCover: list('cannot_cover'),
    ...(tryInstead !== undefined && { tryInstead }),
  }
}

function wellFormed(list: unknown): readonly CoverageItem[] {
  return Array.isArray(list) ? list.flatMap(wellFormedItem) : []
}

function wellFormedItem(item: unknown): readonly CoverageItem[] {
  const fields = plainObject(item)
  const what = text(fields?.['what'])
  const why = text(fields?.['why'])
  if (what === undefined) return []
  return [why === undefined ? { what } : { what, why }]
}

function distinct(items: readonly CoverageItem[]): readonly CoverageItem[] {
  return [...new Map(items.map((item) => [JSON.stringify(item), item])).values()]
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}
