import { invalidArgument } from '../kernel/error.ts'

/**
 * Refuses an id that some store could not tell from another one: stores keep ids as UTF-8, where
 * all lone surrogates look alike, and some of them end a text at NUL.
 *
 * Pure.
 *
 * @param name What the id is to the caller.
 * @param id Any string.
 * @returns The same id.
 * @throws {AssayError} `invalid-argument` if it is empty, not well-formed or holds NUL.
 */
export function storedId(name: string, id: string): string {
  if (typeof id === 'string' && id !== '' && id.isWellFormed() && !id.includes('\0')) return id
  throw invalidArgument(name, id, 'a well-formed, non-empty string without NUL')
}

/**
 * Refuses a `seq` that no entry can have.
 *
 * Pure.
 *
 * @param from Where a read starts, counted from 1.
 * @returns The same number.
 * @throws {AssayError} `invalid-argument` if it is not whole and above 0.
 */
export function startSeq(from: number): number {
  if (Number.isSafeInteger(from) && from > 0) return from
  throw invalidArgument('from', from, 'whole and above 0')
}
