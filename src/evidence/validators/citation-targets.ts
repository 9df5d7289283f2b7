import { citationTargetsCheck } from '../checks/citation-targets.ts'
import type { Snapshot } from '../snapshot.ts'
import { type FinishValidator, validatorOf } from './finish-validator.ts'
import { readSnapshot, refuseUnknown } from '../read-options.ts'

/** What citations are resolved against. */
export interface CitationTargetsValidatorOptions {
  readonly snapshot: Snapshot
}

/**
 * Refuses a document with a citation that does not parse, does not resolve or was not readable.
 *
 * Pure.
 *
 * @param options `snapshot`: the files that may be cited.
 * @returns The validator "citation-targets".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 *
 * @example
 * ```ts
 * const validator = citationTargetsValidator({ snapshot: memoryResolver({ 'a.md': 'one line' }) })
 * validator.validate({ result: null, text: 'It says so [a.md:2].', children: [], runId: 'r' }).ok
 * // => false
 * ```
 */
export function citationTargetsValidator(
  options: CitationTargetsValidatorOptions,
): FinishValidator {
  refuseUnknown(options, ['snapshot'])
  return validatorOf(citationTargetsCheck(), readSnapshot(options.snapshot))
}
