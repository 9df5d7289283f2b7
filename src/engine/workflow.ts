import type { AgentOptions } from '../agent/options.ts'
import type { AgentResult } from '../agent/result.ts'
import { checkSchema, type Schema } from '../agent/schema.ts'
import { invalidArgument } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import type { OrchestrateResult } from '../orchestrator/envelope.ts'
import type { OrchestrateOptions } from '../orchestrator/options.ts'
import type { LogLevel } from '../run/events.ts'
import type { Branches, ParallelOptions, ParallelResult } from '../run/parallel.ts'
import type { OnceOutcome, StepContext, StepOptions } from '../run/step.ts'
import type { SignalOptions } from './signal-options.ts'

/** What is left of a run's budget; without one, `leftUsd` is `Infinity`. */
export interface BudgetView {
  readonly spentUsd: number
  readonly reservedUsd: number
  readonly leftUsd: number
}

/** What a workflow's code works with. Every call that has an effect is journaled. */
export interface Context {
  /** Aborted when the run is cancelled or has ended. */
  readonly abortSignal: AbortSignal
  readonly budget: BudgetView

  /** Runs an agent. Durable. */
  agent<T = string>(prompt: string, options?: AgentOptions<T>): Promise<AgentResult<T>>

  /** Runs host code as a step. At least once, or at most once with `effect: 'once'`. */
  step<T>(
    name: string,
    body: (context: StepContext) => Promise<T>,
    options: StepOptions & { readonly effect: 'once' },
  ): Promise<OnceOutcome<T>>
  step<T>(
    name: string,
    body: (context: StepContext) => Promise<T>,
    options?: Omit<StepOptions, 'effect'>,
  ): Promise<T>

  /** Runs branches at once. Durable as far as their effects are. */
  parallel<const Given extends Branches<unknown>>(
    branches: Given,
    options?: ParallelOptions,
  ): Promise<ParallelResult<Given>>

  /** Sends out child agents and composes a result. Durable. */
  orchestrate(goal: string, options?: OrchestrateOptions): Promise<OrchestrateResult>

  /**
   * Waits for a value from outside: `engine.signal(runId, key, value)`. The first value that the
   * schema accepts is taken. A run in which all waits is suspended, and a resume goes on. Durable.
   *
   * @throws {AssayError} `signal-timeout` after `timeoutMs`, where there is no `default`.
   */
  signal<T = Json>(key: string, options?: SignalOptions<T>): Promise<T>

  /**
   * Waits for `ms`. The time at which it is due outlives the process; a run that has nothing else to
   * do for more than a second is suspended, and goes on when it is resumed. Durable.
   */
  sleep(ms: number): Promise<void>

  /** Waits until a point in time (epoch ms), as `sleep()`. Durable. */
  sleepUntil(epochMs: number): Promise<void>

  /**
   * Runs a workflow as a run of its own, with its own journal and its part of the budget. Its error
   * is thrown here. Durable.
   *
   * @throws {AssayError} `budget-refused`, `child-too-deep` below the 8th level, `run-cancelled`.
   */
  workflow<Args, T>(child: Workflow<Args, T>, args: Args, options?: ChildOptions): Promise<T>

  /** Names a part of the run, for cost reports and people. */
  phase<T>(name: string, body: () => Promise<T>): Promise<T>

  /** Tells readers of the run's events. Live. */
  log(level: LogLevel, message: string, data?: Json): void

  /** The time in epoch ms, the same on every replay. Durable. */
  now(): number
  /** A number in [0, 1), the same on every replay. Durable. */
  random(): number
  /** A UUID, the same on every replay. Durable. */
  uuid(): string
}

/** How a child run is started. */
export interface ChildOptions {
  /**
   * The most that the child may spend in all its life; default all that is left of the run's own
   * budget. It is set aside until the child has ended.
   */
  readonly budgetUsd?: number
}

/** What a workflow's code is: an ordinary async function that runs again on every resume. */
export type WorkflowBody<Args, T> = (context: Context, args: Args) => Promise<T>

/** A named workflow. */
export interface Workflow<Args = unknown, T = unknown> {
  readonly name: string
  readonly args?: Schema<Args>
  readonly body: WorkflowBody<Args, T>
}

/** A workflow whose arguments are known to its own code alone. */
export interface AnyWorkflow<T = unknown> {
  readonly name: string
  readonly args?: Schema<unknown>
  readonly body: WorkflowBody<never, T>
}

/** Refuses what `defineWorkflow()` has not made. */
export function checkWorkflow(workflow: AnyWorkflow): void {
  if (typeof workflow?.name !== 'string' || typeof workflow.body !== 'function') {
    throw invalidArgument('workflow', workflow, 'made by defineWorkflow()')
  }
}

/**
 * Names a workflow, so that its runs can be resumed by other processes.
 *
 * Pure.
 *
 * @param options Its name, and a schema that arguments must fit.
 * @param body Its code. It must go the same way again for the same arguments and results: time and
 * chance come from `ctx.now()`, `ctx.random()` and `ctx.uuid()`.
 * @returns The workflow, for `engine.run()` and `engine.resume()`.
 * @throws {AssayError} `invalid-argument` for a missing name or body, or arguments that are no schema.
 *
 * @example
 * ```ts
 * const greet = defineWorkflow({ name: 'greet' }, async (ctx, name: string) => {
 *   return ctx.step('greet', async () => `Hello, ${name}`, { deps: name })
 * })
 * greet.name // => 'greet'
 * ```
 */
export function defineWorkflow<Args, T>(
  options: { readonly name: string; readonly args?: Schema<Args> },
  body: WorkflowBody<Args, T>,
): Workflow<Args, T> {
  if (typeof options?.name !== 'string' || options.name === '') {
    throw invalidArgument('name', options?.name, 'a text')
  }
  if (options.args !== undefined) checkSchema('args', options.args)
  if (typeof body !== 'function') throw invalidArgument('body', body, 'a function')
  return { ...options, body }
}
