import { invalidArgument, invalidOption } from './error.ts'

/** The options that a function knows, by name. */
export interface OptionNames {
  readonly known: readonly string[]
  /** Options of the public contract that cannot act yet. */
  readonly later?: readonly string[]
  /** What stands before a name in messages, such as `limits.`. */
  readonly within?: string
}

/**
 * Refuses options that are no object, that are not known, or that cannot act yet.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` or `invalid-option`, naming the option.
 */
export function checkOptionNames(options: unknown, names: OptionNames): void {
  const { known, later = [], within = '' } = names
  for (const option of Object.keys(checkObject(within.slice(0, -1) || 'options', options))) {
    if (later.includes(option)) throw invalidOption(within + option, 'is not available yet')
    if (!known.includes(option)) {
      throw invalidOption(within + option, `is not known; known are ${known.join(', ')}`)
    }
  }
}

/**
 * Refuses a number that is not whole or is below `least`. Pure.
 *
 * @throws {AssayError} `invalid-argument` naming it and quoting its value.
 */
export function checkWhole(name: string, value: unknown, least: number): void {
  if (!Number.isSafeInteger(value) || (value as number) < least) {
    throw invalidArgument(name, value, `a whole number of at least ${least}`)
  }
}

/**
 * Refuses a value that is none of the choices. Pure.
 *
 * @throws {AssayError} `invalid-option` naming it.
 */
export function checkChoice(option: string, value: unknown, choices: readonly string[]): void {
  if (choices.includes(value as string)) return
  const listed = choices.map((choice) => `"${choice}"`).join(' or ')
  throw invalidOption(option, `must be ${listed}`)
}

/**
 * Refuses what is no object with fields: `null`, arrays and functions too. Pure.
 *
 * @throws {AssayError} `invalid-argument` naming it.
 */
export function checkObject(name: string, value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Readonly<Record<string, unknown>>
  }
  throw invalidArgument(name, value, 'an object')
}

/**
 * Refuses an object that lacks one of the functions that will be called. Pure.
 *
 * @throws {AssayError} `invalid-argument` naming the object or the function that it lacks.
 */
export function checkMethods(name: string, value: unknown, methods: readonly string[]): void {
  const found = checkObject(name, value)
  for (const method of methods) checkFunction(`${name}.${method}`, found[method])
}

/**
 * Refuses what cannot be called. Pure.
 *
 * @throws {AssayError} `invalid-argument` naming it.
 */
export function checkFunction(name: string, value: unknown): void {
  if (typeof value !== 'function') throw invalidArgument(name, value, 'a function')
}

/**
 * Refuses what is no string. Pure.
 *
 * @throws {AssayError} `invalid-argument` naming it.
 */
export function checkString(name: string, value: unknown): void {
  if (typeof value !== 'string') throw invalidArgument(name, value, 'a string')
}
