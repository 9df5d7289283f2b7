import { requiredSectionsCheck } from '../checks/required-sections.ts'
import { type FinishValidator, validatorOf } from './finish-validator.ts'

/** Which sections a document must hold. */
export interface RequiredSectionsValidatorOptions {
  /** Markers such as `## Findings`; none blank, at least one. */
  readonly sections: readonly string[]
  /**
   * `line` (default): the marker is a line of its own, or the words of a heading. `anywhere`: it
   * may stand within a line.
   */
  readonly match?: 'line' | 'anywhere'
  /** Whether markers inside fenced code count: `ignore` (default) or `count`. */
  readonly fencedCode?: 'ignore' | 'count'
}

const nothing = {
  resolve: () => undefined,
  lines: () => undefined,
  hash: () => undefined,
  paths: () => [],
}

/**
 * Refuses a document that lacks one of its required sections.
 *
 * Pure.
 *
 * @param options `sections`, `match`, `fencedCode`.
 * @returns The validator "required-sections".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 *
 * @example
 * ```ts
 * const validator = requiredSectionsValidator({ sections: ['## Findings'] })
 * validator.validate({ result: null, text: '# Report', children: [], runId: 'r' }).ok
 * // => false
 * ```
 */
export function requiredSectionsValidator(
  options: RequiredSectionsValidatorOptions,
): FinishValidator {
  return validatorOf(requiredSectionsCheck(options), nothing)
}
