import { invalidArgument } from '../kernel/error.ts'
import {
  type Absence,
  type Boundary,
  type CoverageItem,
  type Covered,
  markedCoverage,
  type ToolSuggestion,
} from './envelope.ts'

/** Where a tool looked and where it did not. */
export interface CoverageLists {
  /** The ground that was looked at. */
  readonly checked?: readonly CoverageItem[]
  /** Ground that could have been looked at and was not. */
  readonly notChecked?: readonly CoverageItem[]
  /** Ground that the tool can never look at; each item says why. */
  readonly cannotCover?: readonly CoverageItem[]
}

/** What `absent()` is given. */
export interface AbsentOptions extends CoverageLists {
  /** What was looked for. */
  readonly what: string
  readonly checked: readonly CoverageItem[]
  /** What to do instead, in words for the model. */
  readonly tryInstead?: string
  readonly tryInsteadTool?: ToolSuggestion
}

const note =
  'The lookup ran and matched nothing. This is no error, and it proves nothing about ground that is not listed as checked.'

/**
 * What a tool returns when it looked and matched nothing. A tool that could not look throws.
 *
 * Pure.
 *
 * @param options `what` was looked for and the ground that was `checked`, at least one item; also
 * what was `notChecked`, what the tool `cannotCover` (each with a `why`), and what to try instead.
 * @returns The envelope that the model reads. A list without items and a blank `tryInstead` are
 * left out; `tryInstead` is kept as it is written.
 * @throws {AssayError} `invalid-argument` naming the field: a blank `what`, an empty `checked`, an
 * item without a `what`, a blank `why`, a `cannotCover` item without `why`, or an unknown key.
 *
 * @example
 * ```ts
 * const answer = absent({ what: 'a refund in May', checked: [{ what: 'ledger.csv' }] })
 * answer.outcome // => 'nothing_found'
 * ```
 */
export function absent(options: AbsentOptions): Absence {
  refuseUnknownKeys('options', options, absentKeys)
  const { what, tryInstead, tryInsteadTool } = options
  refuseBlank('what', what)
  if (options.checked === undefined || isEmptyArray(options.checked)) {
    throw invalidArgument('checked', options.checked, 'a list of at least one item')
  }
  const { checked = [], ...lists } = listsOf(options)
  return {
    absent: true,
    outcome: 'nothing_found',
    looked_for: what,
    checked,
    ...lists,
    retry_returns_the_same: true,
    ...(tryInstead !== undefined && suggestion(tryInstead)),
    ...(tryInsteadTool !== undefined && { try_instead_tool: toolSuggestion(tryInsteadTool) }),
    note,
  }
}

/**
 * Puts before a value what it covers and what it does not. The value may be an `absent()`: two
 * facts, and the whole is an absence. There is no other nesting.
 *
 * Pure.
 *
 * @param value What the tool found, as JSON.
 * @param lists At least one item in `checked`, `notChecked` or `cannotCover` (each with a `why`).
 * @returns The envelope that the model reads; a list without items is left out.
 * @throws {AssayError} `invalid-argument` naming the field, for the same reasons as `absent()`, if
 * no list has an item, and if the value is missing or has a coverage already.
 *
 * @example
 * ```ts
 * coverage([1, 2], { notChecked: [{ what: '40 further rows', why: 'limit' }] })
 * // => { coverage: { not_checked: [{ what: '40 further rows', why: 'limit' }] }, result: [1, 2] }
 * ```
 */
export function coverage<T>(value: T, lists: CoverageLists): Covered<T> {
  refuseUnknownKeys('lists', lists, listKeys)
  const written = listsOf(lists)
  if (Object.keys(written).length === 0) {
    throw invalidArgument('lists', lists, 'an object with an item in at least one list')
  }
  if (value === undefined || markedCoverage(value) !== undefined) {
    throw invalidArgument('value', value, 'JSON without a coverage of its own')
  }
  return { coverage: written, result: value }
}

const listKeys = ['checked', 'notChecked', 'cannotCover'] as const
const absentKeys = ['what', ...listKeys, 'tryInstead', 'tryInsteadTool']

function listsOf(lists: CoverageLists): Boundary {
  const [checked, notChecked, cannotCover] = listKeys.map((name) => itemsOf(name, lists[name]))
  return {
    ...(checked !== undefined && { checked }),
    ...(notChecked !== undefined && { not_checked: notChecked }),
    ...(cannotCover !== undefined && { cannot_cover: cannotCover }),
  }
}

function itemsOf(name: string, list: unknown): readonly CoverageItem[] | undefined {
  if (list === undefined || isEmptyArray(list)) return undefined
  if (!Array.isArray(list)) throw invalidArgument(name, list, 'a list of { what, why? }')
  return list.map((item, index) => itemOf(`${name}[${index}]`, item, name === 'cannotCover'))
}

function itemOf(name: string, item: unknown, needsWhy: boolean): CoverageItem {
  refuseUnknownKeys(name, item, ['what', 'why'])
  const { what, why } = item as { readonly what: unknown; readonly why?: unknown }
  refuseBlank(`${name}.what`, what)
  if (why === undefined && !needsWhy) return { what }
  refuseBlank(`${name}.why`, why)
  return { what, why }
}

function suggestion(text: unknown): Pick<Absence, 'try_instead'> {
  if (typeof text !== 'string') {
    throw invalidArgument('tryInstead', text, 'a text; a tool is named in "tryInsteadTool"')
  }
  return text.trim() === '' ? {} : { try_instead: text }
}

function toolSuggestion(value: unknown): ToolSuggestion {
  refuseUnknownKeys('tryInsteadTool', value, ['tool', 'why'])
  const { tool, why } = value as { readonly tool: unknown; readonly why?: unknown }
  refuseBlank('tryInsteadTool.tool', tool)
  if (why === undefined) return { tool }
  refuseBlank('tryInsteadTool.why', why)
  return { tool, why }
}

function isEmptyArray(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function refuseUnknownKeys(name: string, value: unknown, known: readonly string[]): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalidArgument(name, value, `an object of ${known.join(', ')}`)
  }
  for (const [key, held] of Object.entries(value)) {
    if (known.includes(key)) continue
    const place = name === 'options' || name === 'lists' ? key : `${name}.${key}`
    throw invalidArgument(place, held, `left out; known are ${known.join(', ')}`)
  }
}

function refuseBlank(name: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value.trim() === '') {
    throw invalidArgument(name, value, 'a text that is not blank')
  }
}
