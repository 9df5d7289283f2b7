import type {
  FinishCandidate,
  FinishValidator,
  Validation,
} from '../evidence/validators/finish-validator.ts'
import type { RejectedFinishCandidate } from '../journal/rejected-finish-candidate.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { sha256 } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import type { Driver } from '../run/driver.ts'
import { type FinishValidationSpec, validatorThrew } from './finish-validation.ts'

/** A version of the document that a coordinator wants to finish with. */
export interface Candidate {
  readonly callId: string
  readonly result: Json
  /** What validators read: the string itself, or the canonical JSON of anything else. */
  readonly text: string
  /** Canonical JSON: what is hashed, measured and retained. */
  readonly canonical: string
  readonly hash: string
}

/** What the declared contract says of a candidate. */
export type CandidateVerdict =
  | { readonly verdict: 'accepted' }
  | { readonly verdict: 'repair' | 'rejected'; readonly failed: readonly FailedValidator[] }

/** A validator that did not accept a candidate. */
export interface FailedValidator {
  readonly name: string
  readonly reasons: readonly string[]
}

/** Makes a candidate of what a finish call carried. Pure. */
export function candidateOf(callId: string, result: Json): Candidate {
  const canonical = canonicalJson(result)
  const text = typeof result === 'string' ? result : canonical
  return { callId, result, text, canonical, hash: sha256(canonical) }
}

/**
 * Judges candidates against the declared contract and keeps those that it did not accept.
 *
 * Invariants
 *   V1  A verdict is journaled before the turn that it permits.
 *   V2  Repairs are counted for the run, across crashes: replayed verdicts count.
 *   V3  A candidate that fails stays on the record, whatever comes after it.
 */
export class CandidateGate {
  readonly #driver: Driver
  readonly #spec: FinishValidationSpec | undefined
  #repairs = 0

  constructor(driver: Driver, spec: FinishValidationSpec | undefined) {
    this.#driver = driver
    this.#spec = spec
  }

  /** Whether anything was declared that candidates must pass. */
  get declared(): boolean {
    return this.#spec !== undefined
  }

  /**
   * Decides on a candidate.
   *
   * @throws {AssayError} `validator-threw` if a validator throws instead of answering.
   */
  async judge(
    candidate: Candidate,
    input: Omit<FinishCandidate, 'result' | 'text'>,
  ): Promise<CandidateVerdict> {
    const spec = this.#spec
    if (spec === undefined) return { verdict: 'accepted' }
    const { callId, hash } = candidate
    const about = { callId, hash, validators: spec.validators.map(({ name }) => name) }
    const decided = await this.#driver.decide('finish-verdict', about, () => {
      const { result, text } = candidate
      const failed = failuresOf(spec.validators, { ...input, result, text })
      const { maxRepairs = 1 } = spec
      if (failed.length === 0) return { verdict: 'accepted', hash }
      return { verdict: this.#repairs < maxRepairs ? 'repair' : 'rejected', hash, failed }
    })
    const verdict = decided as unknown as CandidateVerdict
    if (verdict.verdict === 'accepted') return verdict
    if (verdict.verdict === 'repair') this.#repairs += 1
    const row = await this.#rowOf(candidate, verdict, spec)
    const kept = await this.#driver.decide('finish-rejected', { callId, hash }, () => row)
    this.#driver.reject(kept as unknown as RejectedFinishCandidate)
    return verdict
  }

  async #rowOf(
    candidate: Candidate,
    verdict: Exclude<CandidateVerdict, { verdict: 'accepted' }>,
    spec: FinishValidationSpec,
  ): Promise<RejectedFinishCandidate> {
    const { callId, hash } = candidate
    const chars = candidate.canonical.length
    const row = { callId, verdict: verdict.verdict, hash, chars, failed: verdict.failed }
    const { candidatePersistence: persistence } = spec
    if (persistence === 'hash-only') {
      return { ...row, bytesUnavailableReason: 'hash-only-persistence' }
    }
    if (persistence !== 'transcript' && spec.retainRejectedCandidates !== true) return row
    const bytes = new TextEncoder().encode(candidate.canonical)
    const ref = await this.#driver.retain('finish-candidate', { callId, hash }, bytes)
    if (ref !== undefined) return { ...row, ref }
    return persistence === undefined
      ? row
      : { ...row, bytesUnavailableReason: 'store-write-failed' }
  }
}

function failuresOf(
  validators: readonly FinishValidator[],
  input: FinishCandidate,
): readonly FailedValidator[] {
  return validators.flatMap((validator) => {
    const answer = answerOf(validator, input)
    return answer.ok ? [] : [{ name: validator.name, reasons: [...answer.reasons] }]
  })
}

function answerOf(validator: FinishValidator, input: FinishCandidate): Validation {
  try {
    const answer: unknown = validator.validate(input)
    if (isValidation(answer)) return answer
    throw new TypeError('it answered neither { ok: true } nor { ok: false, reasons }')
  } catch (error) {
    throw validatorThrew(validator.name, error)
  }
}

function isValidation(answer: unknown): answer is Validation {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return false
  return (
    answer.ok === true || (answer.ok === false && 'reasons' in answer && isTexts(answer.reasons))
  )
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}
