import { mergeLimits, type UsageLimits } from '../agent/limits.ts'
import { checkProfiles, type Profiles } from '../agent/profile.ts'
import type { Tool } from '../agent/tool.ts'
import { checkPricing, type Pricing } from '../budget/price.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { checkChoice, checkOptionNames, checkWhole } from '../kernel/options.ts'
import type { ModelSpec, Providers, Role } from '../model/model.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { AnyWorkflow } from './workflow.ts'

/** What `createEngine()` may be given. */
export interface EngineOptions {
  /** Where journals live; default `sqliteStore({ path: '.assay/assay.db' })`. */
  readonly store?: JournalStore
  /** AI SDK providers by the name that models are asked for with: `'anthropic:claude-…'`. */
  readonly providers?: Providers
  /** Models by role; default the embedded `reader` for all. */
  readonly models?: Partial<Readonly<Record<Role, ModelSpec>>>
  /** Prices by `provider:modelId`. */
  readonly pricing?: Pricing
  /** Whether a budgeted run may call a model without a price; default `refuse`. */
  readonly onUnpriced?: 'refuse' | 'allow'
  /**
   * The most that all runs of the store may spend in one UTC day, whichever process drives them.
   * What a crash left unsettled stays reserved for its day.
   */
  readonly dailyBudgetUsd?: number
  /** A call that the budget leaves fewer output tokens than this is refused; default 64. */
  readonly minOutputTokens?: number
  /** What becomes of a paid call that a crash left without a result; default `retry`. */
  readonly onAmbiguous?: 'retry' | 'fail'
  readonly profiles?: Profiles
  /** Workflows that runs are resumed with by name. */
  readonly workflows?: readonly AnyWorkflow[]
  /** Tools that agents may be given by name. */
  readonly tools?: Readonly<Record<string, Tool>>
  /** Limits of every agent, where profile and call say nothing. */
  readonly limits?: UsageLimits
  /** Model calls under way at once; default 12. */
  readonly concurrency?: number
  /**
   * How long a run stays ours without a heartbeat, in ms; default 30,000. An owner that is provably
   * dead loses it at once, any other one only then.
   */
  readonly leaseTtlMs?: number
  readonly clock?: Clock
  readonly ids?: Ids
}

const known = [
  'store',
  'providers',
  'models',
  'pricing',
  'onUnpriced',
  'dailyBudgetUsd',
  'minOutputTokens',
  'onAmbiguous',
  'profiles',
  'workflows',
  'tools',
  'limits',
  'concurrency',
  'leaseTtlMs',
  'clock',
  'ids',
]
const later = ['redact']
const roles = ['coordinator', 'child', 'synthesize', 'judge', 'default']

/**
 * Refuses engine options that cannot act.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` or `invalid-argument` naming the option.
 */
export function checkEngineOptions(options: EngineOptions): void {
  checkOptionNames(options, { known, later })
  checkChoices(options)
  checkPricing(options.pricing ?? {})
  checkProfiles(options.profiles ?? {})
  mergeLimits(options.limits)
  checkOptionNames(options.models ?? {}, { known: roles, within: 'models.' })
}

function checkChoices(options: EngineOptions): void {
  const { onUnpriced, onAmbiguous, concurrency, minOutputTokens, leaseTtlMs } = options
  if (onUnpriced !== undefined) checkChoice('onUnpriced', onUnpriced, ['refuse', 'allow'])
  if (onAmbiguous !== undefined) checkChoice('onAmbiguous', onAmbiguous, ['retry', 'fail'])
  if (concurrency !== undefined) checkWhole('concurrency', concurrency, 1)
  if (leaseTtlMs !== undefined) checkWhole('leaseTtlMs', leaseTtlMs, 100)
  if (minOutputTokens !== undefined) checkWhole('minOutputTokens', minOutputTokens, 1)
}
