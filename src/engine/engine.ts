import type { RunFilter } from '../store/journal-store.ts'
import type { RunEvent } from '../run/events.ts'
import type { RunOutcome } from '../run/outcome.ts'
import type { RunSummary } from '../run/run-summary.ts'
import type { RunView } from '../run/run-view.ts'
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

  /** The runs of the store, the one written to last first. */
  runs(filter?: RunFilter): AsyncIterable<RunSummary>

  /**
   * What a run's journal says.
   *
   * @throws {AssayError} `run-unknown`.
   */
  inspect(runId: string): Promise<RunView>

  /** Stops driving: runs that go on are left to be resumed. Closes the store. */
  close(): Promise<void>
}
