import type { AgentOptions } from '../agent/options.ts'
import type { AgentResult } from '../agent/result.ts'
import type { Json } from '../kernel/json.ts'
import type { OrchestrateResult } from '../orchestrator/envelope.ts'
import type { OrchestrateOptions } from '../orchestrator/options.ts'
import type { LogLevel } from '../run/events.ts'
import type { Branches, ParallelOptions, ParallelResult } from '../run/parallel.ts'
import type { OnceOutcome, StepContext, StepOptions } from '../run/step.ts'

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
