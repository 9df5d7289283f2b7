import type { Account } from '../budget/account.ts'
import type { ChildSpending } from '../journal/child-spending.ts'
import type {
  StepCompleted,
  StepFailed,
  StepKind,
  StepStarted,
  StepTelemetry,
} from '../journal/entry.ts'
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
  /**
   * What becomes of it when a crash left it without a result: it is announced and brought about
   * again, left as it is, or gone on with under the announcement that stands.
   */
  readonly whenAmbiguous: 'again' | 'leave' | 'rejoin'
  /** Its work is done by effects of the run, which are under way themselves. */
  readonly encloses?: true
  /** Hears of the last recorded attempt at it, before anything else. */
  recalled?(started: StepStarted, ended: StepCompleted | StepFailed | undefined): void
  /**
   * Whether an output was cut short by the end or the budget of its run. Asked where it was recorded
   * by the run that this one was forked from: it is then brought about again.
   */
  isShort?(output: Json | undefined): boolean
  /** What its announcement says beside its identity and telemetry. */
  announce?(idempotencyKey: string): Pick<StepStarted, 'dueAt' | 'childRunId' | 'allottedNanoUsd'>
  /** The account that a paid effect draws on. */
  readonly account?: Account
  /**
   * Asked before a live dispatch, with the account's free amount in view, and asked again where
   * something else than the account leaves only `mostNanoUsd`.
   */
  admit?(mostNanoUsd?: number): Admission<Grant>
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
  /** The entry that announced it. */
  readonly started: StepStarted
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
  /** All that the child run has cost, where the effect is one. */
  readonly spending?: ChildSpending
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
  | {
      readonly outcome: 'refused'
      readonly neededNanoUsd: number
      readonly freeNanoUsd: number
      /** The UTC day whose cap refused it; absent where the run's own budget did. */
      readonly day?: string
    }
