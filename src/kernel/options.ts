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
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidArgument(within === '' ? 'options' : within.slice(0, -1), options, 'an object')
  }
  for (const option of Object.keys(options)) {
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
