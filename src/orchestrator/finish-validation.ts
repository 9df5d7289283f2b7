import type { FinishValidator } from '../evidence/validators/finish-validator.ts'
import { AssayError, invalidOption } from '../kernel/error.ts'
import { checkChoice, checkOptionNames } from '../kernel/options.ts'

/** What a finish candidate must pass before it becomes the result. */
export interface FinishValidationSpec {
  /** At least one, with names of their own; all are run on every candidate. */
  readonly validators: readonly FinishValidator[]
  /** How many rejected candidates are given back for repair; default 1. */
  readonly maxRepairs?: number
  /** Keeps the bytes of rejected candidates; not together with `candidatePersistence`. */
  readonly retainRejectedCandidates?: boolean
  /** `transcript` keeps the bytes of rejected candidates, `hash-only` says that it does not. */
  readonly candidatePersistence?: 'transcript' | 'hash-only'
}

const known = ['validators', 'maxRepairs', 'retainRejectedCandidates', 'candidatePersistence']

const later = [
  'contract',
  'deterministicRepair',
  'draftPolicy',
  'estRepairCostUsd',
  'repairTurnReserve',
  'sectionalRepair',
  'selfTest',
]

/**
 * Refuses a finish validation that cannot act.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` naming the field.
 */
export function checkFinishValidation(spec: FinishValidationSpec): void {
  checkOptionNames(spec, { known, later, within: 'finishValidation.' })
  const { validators, maxRepairs = 1, candidatePersistence, retainRejectedCandidates } = spec
  if (!Array.isArray(validators) || validators.length === 0) {
    throw refused('validators', 'must be an array of at least one validator')
  }
  checkValidators(validators)
  if (!Number.isSafeInteger(maxRepairs) || maxRepairs < 0) {
    throw refused('maxRepairs', 'must be a whole number of at least 0')
  }
  if (!['undefined', 'boolean'].includes(typeof retainRejectedCandidates)) {
    throw refused('retainRejectedCandidates', 'must be true or false')
  }
  if (candidatePersistence === undefined) return
  const option = 'finishValidation.candidatePersistence'
  checkChoice(option, candidatePersistence, ['transcript', 'hash-only'])
  if (retainRejectedCandidates !== undefined) {
    throw refused('candidatePersistence', 'and "retainRejectedCandidates" exclude each other')
  }
}

function checkValidators(validators: readonly FinishValidator[]): void {
  const names = new Set<string>()
  for (const [at, validator] of validators.entries()) {
    if (typeof validator?.name !== 'string' || typeof validator.validate !== 'function') {
      throw refused(`validators[${at}]`, 'must have a name and a function "validate"')
    }
    if (names.has(validator.name)) throw refused('validators', `names "${validator.name}" twice`)
    names.add(validator.name)
  }
}

/** Turns a validator's throw into the host's error that it is. Pure. */
export function validatorThrew(validator: string, cause: unknown): AssayError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `Validator "${validator}" threw: ${reason}`
  return new AssayError('validator-threw', message, { validator }, { cause })
}

function refused(field: string, reason: string): AssayError {
  return invalidOption(`finishValidation.${field}`, reason)
}
