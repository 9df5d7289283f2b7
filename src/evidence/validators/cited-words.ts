import { citedWordsCheck } from '../checks/cited-words.ts'
import type { Snapshot } from '../snapshot.ts'
import { type FinishValidator, validatorOf } from './finish-validator.ts'
import { readSnapshot, refuseUnknown } from '../read-options.ts'

/** Where the words of a sentence are looked up. */
export interface CitedWordsValidatorOptions {
  readonly snapshot: Snapshot
  /** Lines around the cited ones that count as cited: whole, 2 (default), 0 to 1000. */
  readonly window?: number
}

/**
 * Refuses a document with a citing sentence that has no word and no value in common with the cited
 * lines. English sentences of four telling words or more that cite English prose are looked at;
 * quotations, denials and sentences with other sources are left to other checks.
 *
 * Pure.
 *
 * @param options `snapshot`: the files that may be cited; `window`.
 * @returns The validator "cited-words".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 *
 * @example
 * ```ts
 * const snapshot = memoryResolver({ 'mail.txt': 'The board has asked for a second opinion.' })
 * citedWordsValidator({ snapshot }).validate({
 *   result: null, text: 'The deployment was rolled back [mail.txt:1].', children: [], runId: 'r',
 * }).ok
 * // => false
 * ```
 */
export function citedWordsValidator(options: CitedWordsValidatorOptions): FinishValidator {
  refuseUnknown(options, ['snapshot', 'window'])
  const { snapshot, ...rest } = options
  return validatorOf(citedWordsCheck(rest), readSnapshot(snapshot))
}
