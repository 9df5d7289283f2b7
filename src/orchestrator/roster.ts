import { runAgent, type Worked } from '../agent/loop.ts'
import type { Profile, Profiles } from '../agent/profile.ts'
import { type AgentResult, whyNotOk } from '../agent/result.ts'
import { type AgentEnvironment, agentKey, type AgentRequest } from '../agent/session.ts'
import { hashOf } from '../kernel/hash.ts'
import { noUsage } from '../journal/usage.ts'
import { recordError } from '../journal/recorded-error.ts'
import { AssayError } from '../kernel/error.ts'
import { runAt, type Scope } from '../run/scope.ts'

/** What a coordinator asks of one child. */
export interface ChildTask {
  readonly agentType: string
  readonly prompt: string
  readonly budgetUsd?: number
}

/** A child that was admitted. */
export interface Child {
  /** `c1`, `c2`, … in the order of admission. */
  readonly handle: string
  readonly task: ChildTask
  /** Settles with its result; a failure of the child is a result too. */
  readonly settled: Promise<Worked<unknown>>
  /** Its result, once it has settled. */
  result?: AgentResult<unknown>
}

/**
 * The children of one orchestration. A child is a step of its own: once settled it is replayed
 * from its record, and one that a crash cut off goes on from its own recorded steps.
 *
 * Invariants
 *   C1  Handles are given in the order of admission and never reused.
 *   C2  What identifies a child is what it is asked and by which kind of agent, not its position.
 *   C3  A child that was admitted always settles.
 */
export class Roster {
  readonly #environment: AgentEnvironment
  readonly #profiles: Profiles
  readonly #scope: Scope
  readonly #children = new Map<string, Child>()
  readonly #cancels = new Map<string, AbortController>()
  readonly #alike = new Map<string, number>()

  constructor(environment: AgentEnvironment, profiles: Profiles) {
    this.#environment = environment
    this.#profiles = profiles
    this.#scope = environment.driver.place.scope
  }

  /** Every admitted child, in the order of admission. */
  get children(): readonly Child[] {
    return [...this.#children.values()]
  }

  /** How many children were admitted. */
  get size(): number {
    return this.#children.size
  }

  /** The child that a coordinator names, whatever it wrote. */
  find(handle: unknown): Child | undefined {
    return typeof handle === 'string' ? this.#children.get(handle) : undefined
  }

  /** Starts an admitted child. */
  launch(task: ChildTask): Child {
    const handle = `c${this.#children.size + 1}`
    const cancel = new AbortController()
    this.#cancels.set(handle, cancel)
    const request = this.#requestOf(task, handle, cancel.signal)
    const child: Child = { handle, task, settled: this.#settled(request) }
    this.#children.set(handle, child)
    void child.settled.then(({ result }) => {
      child.result = result
      if (result.status !== 'ok') this.#environment.driver.drop(request.label, whyNotOk(result))
    })
    return child
  }

  /** Asks a child to end as `cancelled`. */
  cancel(handle: string, reason: string): void {
    const message = `The child was cancelled: ${reason}`
    this.#cancels.get(handle)?.abort(new AssayError('run-cancelled', message, { reason }))
  }

  #requestOf(task: ChildTask, handle: string, signal: AbortSignal): AgentRequest<unknown> {
    const { description: _, ...profile } = this.#profiles[task.agentType] as Profile
    const { prompt, budgetUsd } = task
    return {
      ...profile,
      prompt,
      role: 'child',
      label: `${handle} ${task.agentType}`,
      signal: AbortSignal.any([signal, this.#environment.driver.signal]),
      ...(budgetUsd !== undefined && { budgetUsd }),
    }
  }

  /** Runs a child; whatever it throws is its result. */
  async #settled(request: AgentRequest<unknown>): Promise<Worked<unknown>> {
    try {
      return await this.#run(request)
    } catch (thrown) {
      const { code, message, data } = recordError(thrown, request.label)
      const error = { code, message, ...(data !== undefined && { data }) }
      const status = code === 'run-cancelled' ? 'cancelled' : 'error'
      const result = {
        status,
        text: '',
        usage: noUsage,
        costUsd: 'unknown',
        turns: 0,
        error,
      } as const
      return { result, calls: [] }
    }
  }

  async #run(request: AgentRequest<unknown>): Promise<Worked<unknown>> {
    const { driver } = this.#environment
    const key = hashOf(['child', agentKey(this.#environment, request)])
    const count = this.#alike.get(key) ?? 0
    this.#alike.set(key, count + 1)
    const scope = this.#scope.named(`child:${key.slice(0, 12)}.${count}`)
    return runAt({ ...driver.place, scope }, async () => {
      const performed = await driver.perform({
        kind: 'child',
        label: request.label,
        key,
        whenAmbiguous: 'again',
        encloses: true,
        isShort: (output) => isShort(output as unknown as Worked<unknown>),
        dispatch: async () => ({ output: await runAgent(this.#environment, request) }),
      })
      return (performed as { readonly value?: unknown }).value as Worked<unknown>
    })
  }
}

/** Whether a child did not come to its own end. */
function isShort({ result }: Worked<unknown>): boolean {
  return result.status === 'budget' || result.status === 'cancelled'
}
