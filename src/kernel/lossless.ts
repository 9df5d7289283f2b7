import { AssayError } from './error.ts'
import type { Json } from './json.ts'

const maxDepth = 1000

/**
 * Copies a value, and refuses one that JSON cannot carry without loss, naming where it is. Object
 * properties that hold `undefined` count as absent, and a top-level `undefined` is legal.
 *
 * The copy is what a later reader of the journal gets: its keys are sorted as canonical JSON sorts
 * them, nothing that happens to the value afterwards shows in it, and objects that it referred to
 * twice are two. So text that is made of it is the same live and on replay.
 *
 * Pure.
 *
 * @param value Any value.
 * @param name What the value is to the caller; the first part of the path in the message.
 * @returns A copy without `undefined` properties.
 * @throws {AssayError} `value-not-lossless` with the path and what was found there.
 */
export function lossless(value: unknown, name: string): Json | undefined {
  if (value === undefined) return undefined
  return carry(value, { name, path: name, depth: 0, within: new Set() })
}

interface Place {
  readonly name: string
  readonly path: string
  readonly depth: number
  /** The objects that enclose this place: meeting one again is a cycle. */
  readonly within: Set<object>
}

function carry(value: unknown, place: Place): Json {
  if (isLeaf(value)) return value
  if (typeof value === 'number') return carryNumber(value, place)
  if (typeof value !== 'object') throw refused(place, describe(value))
  if (place.within.has(value)) throw refused(place, 'a cycle')
  if (place.depth >= maxDepth) throw refused(place, `nesting deeper than ${maxDepth}`)
  place.within.add(value)
  const carried = carryNested(value, place)
  place.within.delete(value)
  return carried
}

function carryNumber(value: number, place: Place): number {
  if (!Number.isFinite(value)) throw refused(place, String(value))
  if (Object.is(value, -0)) throw refused(place, '-0')
  return value
}

/** Getters and proxies run code of their own: what that throws is a refusal too. */
function carryNested(value: object, place: Place): Json {
  try {
    return Array.isArray(value) ? carryArray(value, place) : carryObject(value, place)
  } catch (error) {
    throw AssayError.is(error) ? error : refused(place, 'an object that throws when it is read')
  }
}

function carryArray(items: readonly unknown[], place: Place): Json {
  if (Object.keys(items).length > items.length) {
    throw refused(place, 'an array with properties of its own')
  }
  const copy: Json[] = []
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index]
    copy.push(isLeaf(item) ? item : carry(item, inside(place, `[${index}]`)))
  }
  return copy
}

function carryObject(value: object, place: Place): Json {
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) throw refused(place, describe(value))
  if (Object.getOwnPropertySymbols(value).length > 0) throw refused(place, 'a symbol key')
  const copy: [string, Json][] = []
  for (const key of Object.keys(value).sort()) {
    const item = (value as Record<string, unknown>)[key]
    if (item === undefined) continue
    copy.push([key, isLeaf(item) ? item : carry(item, inside(place, `.${key}`))])
  }
  return Object.fromEntries(copy)
}

function isLeaf(value: unknown): value is string | boolean | null {
  return typeof value === 'string' || typeof value === 'boolean' || value === null
}

function inside(place: Place, step: string): Place {
  return { ...place, path: place.path + step, depth: place.depth + 1 }
}

function describe(value: unknown): string {
  if (value === undefined) return 'undefined'
  if (typeof value !== 'object' || value === null) return `a ${typeof value}`
  return `an instance of ${value.constructor?.name ?? 'an unnamed class'}`
}

function refused(place: Place, found: string): AssayError {
  return new AssayError(
    'value-not-lossless',
    `"${place.path}" cannot be kept in a journal: it is ${found}`,
    { name: place.name, path: place.path, found },
  )
}
