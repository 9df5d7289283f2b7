import { invalidOption, show } from '../../kernel/error.ts'
import { requiredSectionsCheck } from '../checks/required-sections.ts'
import { type FinishValidator, validatorOf } from './finish-validator.ts'
import { readChoice, refuseUnknown } from './read-options.ts'

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
  refuseUnknown(options, ['sections', 'match', 'fencedCode'])
  const sections = readSections(options.sections)
  const match = readChoice('match', options.match, ['line', 'anywhere'])
  const fencedCode = readChoice('fencedCode', options.fencedCode, ['ignore', 'count'])
  return validatorOf(requiredSectionsCheck({ sections, match, fencedCode }), nothing)
}

function readSections(sections: unknown): readonly string[] {
  if (!Array.isArray(sections) || sections.length === 0) {
    throw invalidOption('sections', `must be an array of markers, got ${show(sections)}`)
  }
  return sections.map((section: unknown) => {
    if (typeof section === 'string' && section.trim() !== '') return section
    throw invalidOption('sections', `must hold markers, got ${show(section)}`)
  })
}
