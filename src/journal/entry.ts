import type { Json } from '../kernel/json.ts'
import type { ChildSpending } from './child-spending.ts'
import type { Pending } from './pending.ts'
import type { RecordedError } from './recorded-error.ts'
import type { Usage } from './usage.ts'

/**
 * The entries of a run's journal. Entries are facts: past tense, JSON only, never changed once
 * written. Everything that can be asked of a run is a fold over them.
 */

/** The format that this version writes; older ones are upcast when they are read. */
export const journalFormat = 1

/** What every entry carries. */
export interface EntryBase {
  /** Position in the run's journal, counted from 1 without gaps. */
  readonly seq: number
  /** When it was written: milliseconds since the epoch. */
  readonly at: number
  /** SHA-256 of the previous entry's canonical JSON; 64 zeros in the first. */
  readonly prev: string
}

/** A value, inline or as the hash of a blob. With neither, the value is `undefined`. */
export interface Payload {
  readonly json?: Json
  readonly blob?: string
}

/** What an effect is made of. */
export type StepKind = 'model' | 'tool' | 'step' | 'timer' | 'child' | 'race'

/** Where an effect stands in its run: together, its identity. */
export interface Identity {
  /** Path of the branches that enclose it; empty at the top. */
  readonly scope: string
  /** Hash of what the effect depends on. Never labels, prices or clock readings. */
  readonly key: string
  /** Counts equal keys in one scope, from 0. */
  readonly ordinal: number
}

/** What is said about a step for people and cost reports; no part of its identity. */
export interface StepTelemetry {
  /** `seq` of the entry that began the agent this step belongs to. */
  readonly agent?: number
  readonly role?: string
  readonly phase?: string
  /** `provider:modelId`. */
  readonly model?: string
  readonly turn?: number
}

/** Where the code of a run is found again: a module and the name that it exports. */
export interface WorkflowSource {
  readonly module: string
  readonly exportName: string
}

/** Where the first entries of a fork come from. */
export interface ForkOrigin {
  readonly runId: string
  /** `seq` of that run's last entry when it was forked. */
  readonly seq: number
  /** How many entries the fork began with: those of that run, and what closes them. */
  readonly entries: number
}

/** A run began: its arguments and budget never change. */
export interface RunStarted extends EntryBase {
  readonly type: 'run-started'
  readonly format: number
  readonly workflow: string
  readonly args: Payload
  readonly budgetNanoUsd?: number
  readonly source?: WorkflowSource
  /** The run that started it, for a child run; `depth` is 1 below a run that nothing started. */
  readonly parent?: { readonly runId: string; readonly depth: number }
  readonly forkedFrom?: ForkOrigin
}

/** An effect is about to be brought about; durable before it is. */
export interface StepStarted extends EntryBase, Identity, StepTelemetry {
  readonly type: 'step-started'
  readonly kind: StepKind
  readonly label: string
  /** The most that the effect may cost; held until it is settled. */
  readonly reservedNanoUsd?: number
  /** When a timer is due: epoch ms. */
  readonly dueAt?: number
  /** The run that a child step stands for. */
  readonly childRunId?: string
  /** The budget of that run for all its life; what is reserved is what it may still spend of it. */
  readonly allottedNanoUsd?: number
}

/** An effect brought its output. */
export interface StepCompleted extends EntryBase {
  readonly type: 'step-completed'
  /** `seq` of the `step-started` that it ends. */
  readonly started: number
  readonly output: Payload
  readonly usage?: Usage
  /** What the call cost; `unpriced` without a price, `unknown` without usage. */
  readonly cost?: number | 'unpriced' | 'unknown'
  /** All that the child run has cost, where the effect is one. */
  readonly spending?: ChildSpending
}

/** An effect failed. */
export interface StepFailed extends EntryBase {
  readonly type: 'step-failed'
  readonly started: number
  readonly error: RecordedError
  readonly usage?: Usage
  readonly cost?: number | 'unpriced' | 'unknown'
  readonly spending?: ChildSpending
}

/** The run's code waits for a value from outside. */
export interface SignalAwaited extends EntryBase, Identity {
  readonly type: 'signal-awaited'
  /** What it is answered under. */
  readonly name: string
  readonly prompt?: string
  /** Epoch ms until which an answer is taken. */
  readonly deadlineAt?: number
  /** JSON Schema of the answer, for those who answer. */
  readonly schema?: Payload
}

/** A signal was answered: the first answer that its schema accepts. */
export interface SignalReceived extends EntryBase {
  readonly type: 'signal-received'
  /** `seq` of the `signal-awaited` that it answers. */
  readonly awaited: number
  readonly value: Payload
  readonly messageId: string
}

/** An answer that the schema of its signal does not accept; the signal goes on being awaited. */
export interface SignalRefused extends EntryBase {
  readonly type: 'signal-refused'
  readonly awaited: number
  readonly value: Payload
  readonly messageId: string
  readonly issues: readonly string[]
}

/** The time for an answer ran out. */
export interface SignalExpired extends EntryBase {
  readonly type: 'signal-expired'
  readonly awaited: number
  /** The default that was taken; without one, the signal failed. */
  readonly value?: Payload
}

/** The run was told to end: whatever comes after, it ends as `cancelled`. */
export interface CancelRequested extends EntryBase {
  readonly type: 'cancel-requested'
  readonly reason: string
  readonly messageId?: string
}

/** All that the run waits for comes from outside: its driver let it go. It has not settled. */
export interface RunSuspended extends EntryBase {
  readonly type: 'run-suspended'
  readonly pending: readonly Pending[]
  readonly costNanoUsd: number | 'unknown'
}

/** One decision, written before the effect that it permits, and read back on replay. */
export interface Decided extends EntryBase, Identity {
  readonly type: 'decided'
  readonly decision: string
  readonly value: Payload
}

/** How a run can end. */
export type SettledStatus = 'ok' | 'error' | 'cancelled' | 'exhausted'

/** A run ended; only `run-reopened` may follow. */
export interface RunSettled extends EntryBase {
  readonly type: 'run-settled'
  readonly status: SettledStatus
  /** `unknown` if the cost of any call is. */
  readonly costNanoUsd: number | 'unknown'
  /** The outcome as it was handed out. */
  readonly outcome: Payload
}

/** A new generation of a settled run: its code was edited, or what failed is tried again. */
export interface RunReopened extends EntryBase {
  readonly type: 'run-reopened'
  readonly generation: number
}

/** One fact of a run's journal. */
export type Entry =
  | RunStarted
  | StepStarted
  | StepCompleted
  | StepFailed
  | Decided
  | SignalAwaited
  | SignalReceived
  | SignalRefused
  | SignalExpired
  | CancelRequested
  | RunSuspended
  | RunSettled
  | RunReopened

/** The name of an entry's kind. */
export type EntryType = Entry['type']

/** An entry before the journal gave it a place. */
export type Draft = Entry extends infer Each
  ? Each extends Entry
    ? Omit<Each, keyof EntryBase>
    : never
  : never

/** `prev` of a journal's first entry. */
export const genesis: string = '0'.repeat(64)
