import type { Account } from '../budget/account.ts'
import type { StepKind, StepTelemetry } from '../journal/entry.ts'
import type { Usage } from '../journal/usage.ts'
import type { Json } from '../kernel/json.ts'

/** One effect of a run: what it is, what it may cost, and how it is brought about. */
export interface Effect<Grant = undefined> {
  readonly kind: StepKind
  /** For people; no part of its identity. */
  readonly label: string
  /** Hash of what the effect depends on. */
  readonly key: string
  readonly telemetry?: StepTelemetry
  /** What becomes of it when a crash left it without a result. */
  readonly whenAmbiguous: 'again' | 'leave'
  /** The account that a paid effect draws on. */
  readonly account?: Account
  /** Asked before a live dispatch, with the account's free amount in view. */
  admit?(): Admission<Grant>
  /** Brings the effect about. Called at most once in a living process. */
  dispatch(call: DispatchCall<Grant>): Promise<Dispatched>
}

/** Whether an effect may be dispatched, and on which terms. */
export type Admission<Grant> =
  | { readonly ok: true; readonly reservedNanoUsd: number; readonly grant: Grant }
  | { readonly ok: false; readonly neededNanoUsd: number; readonly freeNanoUsd: number }

export interface DispatchCall<Grant> {
  readonly grant: Grant
  readonly signal: AbortSignal
  /** The same for every attempt at this effect, in this process and later ones. */
  readonly idempotencyKey: string
  /** `seq` of the entry that announced it. */
  readonly seq: number
}

/**
 * What a dispatch brought: its output or its failure, and what it used and cost if it was a paid
 * call. A dispatch that throws failed as well, at no known usage.
 */
export interface Dispatched {
  readonly output?: unknown
  readonly error?: unknown
  readonly usage?: Usage
  readonly cost?: Cost
}

/** Nano-dollars; `unpriced` without a price, `unknown` without usage. */
export type Cost = number | 'unpriced' | 'unknown'

/** What came of an effect. One that failed throws instead. */
export type Performed =
  | {
      readonly outcome: 'done'
      readonly value: Json | undefined
      readonly seq: number
      readonly replayed: boolean
      readonly usage?: Usage
      readonly cost?: Cost
    }
  | { readonly outcome: 'unknown'; readonly idempotencyKey: string; readonly seq: number }
  | { readonly outcome: 'refused'; readonly neededNanoUsd: number; readonly freeNanoUsd: number }
