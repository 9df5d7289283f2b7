import type { RunFilter } from '../store/journal-store.ts'
import type { Cancelled } from '../run/cancel-run.ts'
import type { Deleted } from '../run/delete-run.ts'
import type { RunEvent } from '../run/events.ts'
import type { FollowOptions } from '../run/follow-run.ts'
import type { Preview } from '../run/preview-run.ts'
import type { RunOutcome } from '../run/outcome.ts'
import type { RunSummary } from '../run/run-summary.ts'
import type { RunView } from '../run/run-view.ts'
import type { SignalAnswer } from '../run/send-signal.ts'
import type { WorkflowSource } from '../journal/entry.ts'
import type { AnyWorkflow, Workflow } from './workflow.ts'

/** What a run may be started with. */
export interface RunOptions {
  /** Default: a new one. 1 to 64 letters, digits, `.`, `_` or `-`. */
  readonly runId?: string
  /** The most that the run may spend in all its life, resumes included. */
  readonly budgetUsd?: number
  /** Cancels the run. */
  readonly signal?: AbortSignal
  /** Where the workflow's code is found again, for those who resume by id alone. */
  readonly source?: WorkflowSource
}

/** How a run is forked. */
export interface ForkOptions<T = unknown> {
  /** Default: the registered workflow of the recorded name. */
  readonly workflow?: AnyWorkflow<T>
  /** The most that the fork may spend in all its life; default as the run that is forked. */
  readonly budgetUsd?: number
}

/** A run that this process drives. */
export interface RunHandle<T> {
  readonly runId: string
  /**
   * Settles for every outcome; rejects only when the store is broken, the run is not ours
   * (`lease-held`, `lease-lost`, `run-unknown`, `run-exists`) or the engine was closed.
   */
  readonly result: Promise<RunOutcome<T>>
  readonly events: AsyncIterable<RunEvent>
  /** Asks the run to end as `cancelled`; nothing happens if it is too late. */
  cancel(reason?: string): Promise<void>
}

/** Runs workflows and remembers everything that they paid for. */
export interface Engine {
  /**
   * Starts a run. Durable.
   *
   * @throws {AssayError} `invalid-argument` or `value-not-lossless`, before anything is written.
   */
  run<Args, T>(workflow: Workflow<Args, T>, args: Args, options?: RunOptions): RunHandle<T>

  /**
   * Drives a run on: what its journal holds is replayed, what it does not is done. Durable.
   *
   * @param runId The run.
   * @param workflow Its code; default the registered workflow of the recorded name.
   * @param options Arguments that must equal the recorded ones.
   */
  resume<T = unknown>(
    runId: string,
    workflow?: AnyWorkflow<T>,
    options?: { readonly args?: unknown },
  ): RunHandle<T>

  /**
   * Answers a signal that a run awaits, from any process. A run that is driven goes on in place; one
   * that is suspended goes on when it is resumed. The first answer wins. Durable.
   *
   * @returns `invalid` for a value that the signal's schema refuses: nothing changed, and another
   * value can be sent.
   * @throws {AssayError} `value-not-lossless`.
   */
  signal(runId: string, key: string, value: unknown): Promise<SignalAnswer>

  /**
   * Ends a run as `cancelled`, from any process, with the child runs that it started. Durable: with
   * `ok`, it ends so and in no other way; `settled` says that it was too late.
   *
   * @param reason For people; default `asked by the host`.
   */
  cancel(runId: string, reason?: string): Promise<Cancelled>

  /**
   * Starts a new run on the journal of another one, as far as that one is: what is recorded is
   * replayed and its cost is kept, and nothing of the other run changes. A run that was cancelled
   * or ran out of budget goes on in its fork. Durable.
   *
   * A model call that the other run has under way may be made by both.
   *
   * @param runId The run that is forked, whether it goes on, is suspended or has settled.
   * @param options `workflow`: its code, edited or not; `budgetUsd`: the budget of the fork for all
   * its life, what it begins with included; default that of the other run.
   * @returns A handle whose `result` rejects with `budget-refused` for a budget below what is spent.
   */
  fork<T = unknown>(runId: string, options?: ForkOptions<T>): RunHandle<T>

  /**
   * Tells what a resume would find, before it pays: runs a workflow against a journal and brings
   * nothing about. Live: nothing is written, no lease is taken, and nothing is dispatched; host code
   * outside of steps does run.
   *
   * An effect that the journal does not answer waits for ever; the preview ends when the code does,
   * or when nothing has moved for 250 ms. Code that awaits something else than an effect for longer
   * is not followed to its end.
   *
   * @throws {AssayError} `run-unknown`, `workflow-unknown`, `run-mismatch`.
   */
  preview(runId: string, workflow?: AnyWorkflow): Promise<Preview>

  /** The runs of the store, the one written to last first. */
  runs(filter?: RunFilter): AsyncIterable<RunSummary>

  /**
   * What a run's journal says.
   *
   * @throws {AssayError} `run-unknown`.
   */
  inspect(runId: string): Promise<RunView>

  /**
   * Follows a run, whoever drives it: the entries of its journal, then live until it has settled.
   *
   * Live. Each entry is told exactly once and in order, in bounded pieces, however slow the reader
   * is; `skipped` tells of other events that it missed. A run that is suspended or interrupted is
   * waited for.
   *
   * @param options `after`: the `seq` of the last entry that the reader knows; `signal` ends the
   * iteration.
   * @throws {AssayError} `run-unknown` or `journal-corrupt`, from the iteration.
   */
  events(runId: string, options?: FollowOptions): AsyncIterable<RunEvent>

  /**
   * Deletes a run's journal, its messages, and the blobs that no other run refers to. Durable.
   *
   * @returns `running` while a living process drives the run.
   */
  delete(runId: string): Promise<Deleted>

  /** Stops driving: runs that go on are left to be resumed. Closes the store. */
  close(): Promise<void>
}
