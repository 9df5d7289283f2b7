import { mergeLimits, type UsageLimits } from '../agent/limits.ts'
import type { Profile, Profiles } from '../agent/profile.ts'
import { invalidArgument, invalidOption } from '../kernel/error.ts'
import { checkChoice, checkOptionNames } from '../kernel/options.ts'
import type { ModelSpec } from '../model/model.ts'
import { checkFinishValidation, type FinishValidationSpec } from './finish-validation.ts'

/** What `orchestrate()` may be given. */
export interface OrchestrateOptions {
  /** The coordinator's model; default: the engine's model for that role. */
  readonly model?: ModelSpec
  /** Profiles that the coordinator may start; default all that the engine knows. */
  readonly profiles?: readonly string[]
  /** Limits of the coordinator itself. */
  readonly limits?: UsageLimits
  /** How many children may be admitted; default 1,000. A refused spawn uses none. */
  readonly maxSpawns?: number
  /** How many characters of a child's answer a digest shows, marker included; default 400. */
  readonly renderBudgetChars?: number
  /** What becomes of children that still run at the end; default `cancel`. */
  readonly onUnsettledAtExit?: 'cancel' | 'drain'
  readonly finishValidation?: FinishValidationSpec
}

/** Parsed options, with every default filled in. */
export interface OrchestrationPlan {
  readonly model?: ModelSpec
  readonly profiles: Profiles
  readonly limits?: UsageLimits
  readonly maxSpawns: number
  readonly renderBudgetChars: number
  readonly onUnsettledAtExit: 'cancel' | 'drain'
  readonly finishValidation?: FinishValidationSpec
}

const known = [
  'model',
  'profiles',
  'limits',
  'maxSpawns',
  'renderBudgetChars',
  'onUnsettledAtExit',
  'finishValidation',
]

const later = [
  'acceptance',
  'budget',
  'citationAudit',
  'claimConsistency',
  'contradictions',
  'coordinationCheckpoints',
  'executionFacts',
  'exposeChildResultTools',
  'exposeSettledResultsTool',
  'extension',
  'maxSemanticRepairRounds',
  'maxTotalRepairRounds',
  'parallelAdmission',
  'requireBatchSpawn',
  'semanticAcceptance',
  'synthesis',
]

/**
 * Parses the options of an orchestration.
 *
 * Pure.
 *
 * @param goal What is to be achieved.
 * @param options What the host gave.
 * @param registered The profiles that the engine knows.
 * @throws {AssayError} `invalid-option` with `data.option`, before any entry is written.
 */
export function parseOrchestrateOptions(
  goal: string,
  options: OrchestrateOptions,
  registered: Profiles,
): OrchestrationPlan {
  if (typeof goal !== 'string' || goal.trim() === '') throw invalidArgument('goal', goal, 'a text')
  checkOptionNames(options, { known, later })
  const { maxSpawns = 1000, renderBudgetChars = 400, onUnsettledAtExit = 'cancel' } = options
  checkCount('maxSpawns', maxSpawns)
  checkCount('renderBudgetChars', renderBudgetChars)
  checkChoice('onUnsettledAtExit', onUnsettledAtExit, ['cancel', 'drain'])
  mergeLimits(options.limits)
  if (options.finishValidation !== undefined) checkFinishValidation(options.finishValidation)
  const { model, limits, finishValidation } = options
  return {
    profiles: chosenProfiles(options.profiles, registered),
    maxSpawns,
    renderBudgetChars,
    onUnsettledAtExit,
    ...(model !== undefined && { model }),
    ...(limits !== undefined && { limits }),
    ...(finishValidation !== undefined && { finishValidation }),
  }
}

function checkCount(option: string, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) {
    throw invalidOption(option, `must be a whole number of at least 0, got ${value}`)
  }
}

function chosenProfiles(names: readonly string[] | undefined, registered: Profiles): Profiles {
  if (names === undefined) return registered
  if (!Array.isArray(names)) throw invalidOption('profiles', 'must be an array of profile names')
  return Object.fromEntries(names.map((name: string) => [name, registeredAs(name, registered)]))
}

function registeredAs(name: string, registered: Profiles): Profile {
  const profile = Object.hasOwn(registered, name) ? registered[name] : undefined
  if (profile !== undefined) return profile
  throw invalidOption('profiles', `names "${name}", which is not a registered profile`)
}
