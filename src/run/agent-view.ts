import { usdOrUnknown } from '../budget/price.ts'
import type { StepCompleted, StepFailed, StepStarted } from '../journal/entry.ts'
import type { Json } from '../kernel/json.ts'

/** One agent of a run, as its entries show it. */
export interface AgentView {
  /** `seq` of the entry that began it. */
  readonly seq: number
  readonly label: string
  readonly role: string
  readonly model: string
  readonly turns: number
  readonly toolCalls: number
  /** Steps of it that failed. */
  readonly failures: number
  /** `unknown` if the cost of any of its calls is. */
  readonly costUsd: number | 'unknown'
  /** How it ended, where it was a step of its own: a child of an orchestration. */
  readonly status?: string
}

type Growing = { -readonly [Field in keyof AgentView]: AgentView[Field] } & {
  costNanoUsd: number | 'unknown'
}

/** Folds steps into the agents that took them. */
export class AgentFold {
  /** Agents by the `seq` of each entry that began them: a first turn may be tried again. */
  readonly #agents = new Map<number, Growing>()
  readonly #byFirstTurn = new Map<string, Growing>()
  readonly #open = new Map<number, StepStarted>()
  /** The agent of each child step, by scope: a child's steps share the scope of its own step. */
  readonly #byScope = new Map<string, Growing>()

  start(step: StepStarted): void {
    this.#open.set(step.seq, step)
    if (step.kind !== 'model' || step.agent !== undefined) return
    const { seq, label, role = 'default', model = 'unknown' } = step
    const firstTurn = `${step.scope}\n${step.key}\n${step.ordinal}`
    const agent: Growing = this.#byFirstTurn.get(firstTurn) ?? {
      seq,
      label,
      role,
      model,
      turns: 0,
      toolCalls: 0,
      failures: 0,
      costUsd: 0,
      costNanoUsd: 0,
    }
    this.#agents.set(seq, agent)
    this.#byFirstTurn.set(firstTurn, agent)
    this.#byScope.set(step.scope, agent)
  }

  /** Whether a step is a child that ended as a whole. */
  isChild(seq: number): boolean {
    const step = this.#open.get(seq)
    return step?.kind === 'child' && step.childRunId === undefined
  }

  complete(ended: StepCompleted, output: Json | undefined): void {
    const isChild = this.isChild(ended.started)
    const step = this.#take(ended.started)
    if (step !== undefined && isChild) return this.#close(step, output)
    const agent = step && this.#agentOf(step)
    if (step === undefined || agent === undefined) return
    if (step.kind === 'model') agent.turns += 1
    if (step.kind === 'tool') agent.toolCalls += 1
    pay(agent, step, ended)
  }

  fail(ended: StepFailed): void {
    const step = this.#take(ended.started)
    const agent = step && this.#agentOf(step)
    if (step === undefined || agent === undefined) return
    agent.failures += 1
    pay(agent, step, ended)
  }

  /** The agents, in the order in which they began. */
  views(): readonly AgentView[] {
    return [...this.#byFirstTurn.values()].map(({ costNanoUsd, ...agent }) => ({
      ...agent,
      costUsd: usdOrUnknown(costNanoUsd),
    }))
  }

  #take(seq: number): StepStarted | undefined {
    const step = this.#open.get(seq)
    this.#open.delete(seq)
    return step
  }

  #agentOf(step: StepStarted): Growing | undefined {
    return this.#agents.get(step.agent ?? step.seq)
  }

  #close(step: StepStarted, output: Json | undefined): void {
    const agent = this.#byScope.get(step.scope)
    const status = (output as { readonly result?: { status: string } } | undefined)?.result?.status
    if (agent !== undefined && status !== undefined) agent.status = status
  }
}

/** Adds what a model call cost; one unknown cost makes the sum unknown. */
function pay(agent: Growing, step: StepStarted, { cost }: StepCompleted | StepFailed): void {
  if (step.kind !== 'model') return
  agent.costNanoUsd = sum(agent.costNanoUsd, cost)
}

function sum(paid: number | 'unknown', cost: StepCompleted['cost']): number | 'unknown' {
  return typeof cost === 'number' && paid !== 'unknown' ? paid + cost : 'unknown'
}
