/** What a number counts: values of different dimensions are never equal. */
export type Dimension = 'plain' | 'time' | 'bytes' | 'percent' | `currency:${string}`

/** A quantity. `1.5 s` is 1.5 written, with step 0.1 and factor 1,000 in the dimension time. */
export interface Quantity {
  readonly kind: 'quantity'
  /** The number as written, scale words such as "million" included, sign left out. */
  readonly written: number
  /** `minus` as a mark or that word; `worded` where "fell by" or "loss" may stand for one. */
  readonly sign?: 'minus' | 'worded'
  /** The smallest step that the writing can express. */
  readonly step: number
  /** Base units in one unit: milliseconds, bytes, per cent, units of the currency. */
  readonly factor: number
  readonly dimension: Dimension
  /** Whether it was written as words, "thirty", or with digits left out, the 19 of 2018–19. */
  readonly spelled: boolean
  /** The currency that a column, a heading or a preamble gives to a number without a unit. */
  readonly stated?: Dimension
}

/** `1.2.3` or an address such as `10.0.0.1`. */
export interface Version {
  readonly kind: 'version'
  readonly parts: readonly string[]
}

/** A day of the calendar; parts that were not written are absent. */
export interface CalendarDate {
  readonly kind: 'date'
  readonly year?: number
  readonly month: number
  readonly day: number
  /** Whether day and month may be the other way round. */
  readonly ambiguous: boolean
}

/** A time of day. */
export interface ClockTime {
  readonly kind: 'clock'
  readonly hour: number
  readonly minute: number
  readonly second?: number
  /** Minutes ahead of UTC, where a zone was written. */
  readonly zone?: number
}

/** A name that carries digits: `INC-2041`, `db-03`, a commit, a decade. */
export interface Code {
  readonly kind: 'code'
  readonly code: string
  /** Whether a registry gave it to one thing only: a DOI, an ISBN, a long number. */
  readonly isIdentifier?: true
}

/** A value in a text, at its place. */
export interface Value {
  readonly offset: number
  readonly end: number
  readonly text: string
  readonly value: Quantity | Version | CalendarDate | ClockTime | Code
}
