import { citedValueCheck } from '../checks/cited-value.ts'
import type { Snapshot } from '../snapshot.ts'
import { type FinishValidator, validatorOf } from './finish-validator.ts'
import { readSnapshot, refuseUnknown } from '../read-options.ts'

/** Where values are looked up, and which need no evidence. */
export interface CitedValueValidatorOptions {
  readonly snapshot: Snapshot
  /** Lines around the cited ones that count as cited: whole, 0 (default) to 1000. */
  readonly window?: number
  /** Patterns of values and literals that are left out. */
  readonly notValues?: readonly (string | RegExp)[]
}

/**
 * Refuses a document in which a value of a citing sentence (a number, date, time, version or
 * back-ticked literal) does not occur in the cited lines. Values are compared as values: `1,200` is
 * `1200`, `30 s` is `30000 ms`, 79.61 may be given as 80%, and kroner are not dollars. A rate, a
 * comparison or another derived figure is left to other checks, unless the lines state one of its
 * kind and label.
 *
 * Pure.
 *
 * @param options `snapshot`: the files that may be cited; `window`; `notValues`.
 * @returns The validator "cited-value".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option, a bad pattern included.
 *
 * @example
 * ```ts
 * const snapshot = memoryResolver({ 'app.yaml': 'timeout_ms: 30000' })
 * citedValueValidator({ snapshot }).validate({
 *   result: null, text: 'It waits 40 s [app.yaml:1].', children: [], runId: 'r',
 * }).ok
 * // => false
 * ```
 */
export function citedValueValidator(options: CitedValueValidatorOptions): FinishValidator {
  refuseUnknown(options, ['snapshot', 'window', 'notValues'])
  const { snapshot, ...rest } = options
  return validatorOf(citedValueCheck(rest), readSnapshot(snapshot))
}
