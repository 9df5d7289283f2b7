/** A piece of ground: what was looked at or was not, and why. */
export interface CoverageItem {
  readonly what: string
  readonly why?: string
}

/** A tool that may know more. */
export interface ToolSuggestion {
  readonly tool: string
  readonly why?: string
}

/** The envelope by which a tool says that it looked and matched nothing. */
export interface Absence {
  readonly absent: true
  readonly outcome: 'nothing_found'
  readonly looked_for: string
  readonly checked: readonly CoverageItem[]
  readonly not_checked?: readonly CoverageItem[]
  readonly cannot_cover?: readonly CoverageItem[]
  readonly retry_returns_the_same: true
  readonly try_instead?: string
  readonly try_instead_tool?: ToolSuggestion
  readonly note: string
}

/** A boundary: the ground that a payload stands on, and the ground that it does not. */
export interface Boundary {
  readonly checked?: readonly CoverageItem[]
  readonly not_checked?: readonly CoverageItem[]
  readonly cannot_cover?: readonly CoverageItem[]
}

/** The envelope that puts a boundary before a payload. */
export interface Covered<T> {
  readonly coverage: Boundary
  readonly result: T
}

/** An envelope as it arrives: the mark was seen, the fields may hold anything. */
export type Unread = Readonly<Record<string, unknown>>

/** The value, if it is marked as an absence: `absent` exactly `true`, `checked` not empty. Pure. */
export function markedAbsence(value: unknown): Unread | undefined {
  const envelope = plainObject(value)
  return envelope?.['absent'] === true && hasItems(envelope['checked']) ? envelope : undefined
}

/**
 * The parts of a value that has a boundary before its payload: a list with items, or an absence as
 * the payload. Pure.
 */
export function markedCoverage(
  value: unknown,
): { readonly coverage: Unread; readonly result: unknown } | undefined {
  const envelope = plainObject(value)
  const coverage = plainObject(envelope?.['coverage'])
  if (envelope === undefined || coverage === undefined || !('result' in envelope)) return undefined
  const { result } = envelope
  const lists = [coverage['checked'], coverage['not_checked'], coverage['cannot_cover']]
  if (!lists.some(hasItems) && markedAbsence(result) === undefined) return undefined
  return { coverage, result }
}

/** The value, if it is an object as JSON makes them. Pure. */
export function plainObject(value: unknown): Unread | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null ? (value as Unread) : undefined
}

function hasItems(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0
}
