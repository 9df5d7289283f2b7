import { mergeLimits, type UsageLimits } from '../agent/limits.ts'
import { checkProfiles, type Profiles } from '../agent/profile.ts'
import { checkTool, type Tool } from '../agent/tool.ts'
import { checkPricing, type Pricing } from '../budget/price.ts'
import { type Clock, clockMethods } from '../kernel/clock.ts'
import { invalidArgument } from '../kernel/error.ts'
import { type Ids, idsMethods } from '../kernel/ids.ts'
import {
  checkChoice,
  checkMethods,
  checkObject,
  checkOptionNames,
  checkWhole,
} from '../kernel/options.ts'
import type { ModelSpec, Providers, Role } from '../model/model.ts'
import { type JournalStore, storeMethods } from '../store/journal-store.ts'
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
  checkParts(options)
  const { pricing = {}, profiles = {}, providers = {}, tools = {}, workflows = [] } = options
  checkObject('pricing', pricing)
  checkPricing(pricing)
  checkObject('profiles', profiles)
  checkProfiles(profiles)
  mergeLimits(options.limits)
  checkEntries('providers', providers, checkProvider)
  checkEntries('tools', tools, checkTool)
  checkWorkflows(workflows)
  if (options.models !== undefined) {
    checkOptionNames(options.models, { known: roles, within: 'models.' })
  }
}

function checkParts({ store, clock, ids }: EngineOptions): void {
  if (store !== undefined) checkMethods('store', store, storeMethods)
  if (clock !== undefined) checkMethods('clock', clock, clockMethods)
  if (ids !== undefined) checkMethods('ids', ids, idsMethods)
}

function checkEntries(
  option: string,
  value: unknown,
  check: (name: string, entry: unknown) => void,
): void {
  for (const [name, entry] of Object.entries(checkObject(option, value))) {
    check(`${option}.${name}`, entry)
  }
}

function checkProvider(name: string, provider: unknown): void {
  if (typeof provider === 'function') return
  const { languageModel } = (provider ?? {}) as { readonly languageModel?: unknown }
  if (typeof languageModel === 'function') return
  throw invalidArgument(name, provider, 'a function, or an object with a function "languageModel"')
}

function checkWorkflows(workflows: unknown): void {
  if (!Array.isArray(workflows)) throw invalidArgument('workflows', workflows, 'an array')
  for (const [at, each] of (workflows as (Partial<AnyWorkflow> | null)[]).entries()) {
    if (typeof each?.name !== 'string' || typeof each.body !== 'function') {
      throw invalidArgument(`workflows[${at}]`, each, 'made by defineWorkflow()')
    }
  }
}

function checkChoices(options: EngineOptions): void {
  const { onUnpriced, onAmbiguous, concurrency, minOutputTokens, leaseTtlMs } = options
  if (onUnpriced !== undefined) checkChoice('onUnpriced', onUnpriced, ['refuse', 'allow'])
  if (onAmbiguous !== undefined) checkChoice('onAmbiguous', onAmbiguous, ['retry', 'fail'])
  if (concurrency !== undefined) checkWhole('concurrency', concurrency, 1)
  if (leaseTtlMs !== undefined) checkWhole('leaseTtlMs', leaseTtlMs, 100)
  if (minOutputTokens !== undefined) checkWhole('minOutputTokens', minOutputTokens, 1)
}
