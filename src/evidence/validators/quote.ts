import { quoteCheck } from '../checks/quote.ts'
import type { Snapshot } from '../snapshot.ts'
import { type FinishValidator, validatorOf } from './finish-validator.ts'
import { readSnapshot, refuseUnknown } from '../read-options.ts'

/** Where quotes are looked up. */
export interface QuoteValidatorOptions {
  readonly snapshot: Snapshot
  /** Lines around the cited ones that count as cited: whole, 0 (default) to 1000. */
  readonly window?: number
}

/**
 * Refuses a document that quotes words which the cited lines do not hold, or that drops or adds a
 * negation (English, German, French, Spanish, Italian, Portuguese, Dutch). Quotation marks, dashes,
 * spaces, ligatures and letter case may differ. The right words at other lines of the same file are
 * kept: `checkReport` reports them as moved.
 *
 * Pure.
 *
 * @param options `snapshot`: the files that may be cited; `window`.
 * @returns The validator "quote".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 *
 * @example
 * ```ts
 * const snapshot = memoryResolver({ 'mail.txt': 'It was not approved.' })
 * quoteValidator({ snapshot }).validate({
 *   result: null, text: 'They wrote "It was approved" [mail.txt:1].', children: [], runId: 'r',
 * }).ok
 * // => false
 * ```
 */
export function quoteValidator(options: QuoteValidatorOptions): FinishValidator {
  refuseUnknown(options, ['snapshot', 'window'])
  const { snapshot, ...rest } = options
  return validatorOf(quoteCheck(rest), readSnapshot(snapshot))
}
