import { checkOptionNames, checkWhole } from '../kernel/options.ts'

/** Bounds of one agent, whole numbers. */
export interface UsageLimits {
  /** Model calls; default 32. */
  readonly maxTurns?: number
  /** Tool calls; no bound by default. */
  readonly maxToolCalls?: number
  /** Output tokens that one call may ask for. */
  readonly maxOutputTokensPerTurn?: number
  /** Replies in a row without a tool call, where one was needed; default 3. */
  readonly noProgressTurns?: number
}

/** Limits with every default filled in. */
export interface Limits {
  readonly maxTurns: number
  readonly maxToolCalls: number
  readonly maxOutputTokensPerTurn?: number
  readonly noProgressTurns: number
}

const known = ['maxTurns', 'maxToolCalls', 'maxOutputTokensPerTurn', 'noProgressTurns']

const later = [
  'timeoutMs',
  'streamIdleTimeoutMs',
  'toolBudgetNotices',
  'maxRepeatedToolSignature',
  'maxNoNewEvidenceCalls',
  'maxCallsPerTool',
  'toolUnits',
  'checkpointEveryToolCalls',
  'finalizationReserve',
  'toolBudgetExtension',
  'finalizationWindow',
  'finalizationTurns',
]

/**
 * Merges limits, the first that names a field counts, and fills in the defaults.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` for a field that is not known or not available yet,
 * `invalid-argument` for a value that is no whole number above 0 (`maxToolCalls` may be 0).
 */
export function mergeLimits(...layers: readonly (UsageLimits | undefined)[]): Limits {
  const given = layers.filter((layer) => layer !== undefined)
  for (const layer of given) checkLimits(layer)
  const defaults = { maxTurns: 32, maxToolCalls: Number.POSITIVE_INFINITY, noProgressTurns: 3 }
  return given.reduceRight<Limits>((merged, layer) => ({ ...merged, ...layer }), defaults)
}

function checkLimits(limits: UsageLimits): void {
  checkOptionNames(limits, { known, later, within: 'limits.' })
  for (const [field, value] of Object.entries(limits)) {
    checkWhole(`limits.${field}`, value, field === 'maxToolCalls' ? 0 : 1)
  }
}
