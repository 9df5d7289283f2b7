import { usdOf } from '../budget/price.ts'
import type { Decided, Entry, ForkOrigin, RunStarted, WorkflowSource } from '../journal/entry.ts'
import type { Pending } from '../journal/pending.ts'
import type { RejectedFinishCandidate } from '../journal/rejected-finish-candidate.ts'
import type { Usage } from '../journal/usage.ts'
import { AssayError, show } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { AgentFold, type AgentView } from './agent-view.ts'
import { CostFold, type CostReport } from './cost-report.ts'
import type { RunOutcome } from './outcome.ts'
import { unpack } from './payload.ts'
import { PendingFold } from './pending-fold.ts'
import { type RunSummary, summaryOf } from './run-summary.ts'
import type { RunEnvironment } from './active-run.ts'

/** Everything that a run's journal says: a fold over its entries. */
export interface RunView extends RunSummary {
  readonly args?: Json
  readonly budgetUsd?: number
  readonly source?: WorkflowSource
  readonly forkedFrom?: ForkOrigin
  readonly entries: number
  /** 1, and one more for each time that a settled run was reopened. */
  readonly generation: number
  readonly cost: CostReport
  readonly usage: Usage
  /** Effects by how they stand. */
  readonly steps: { readonly completed: number; readonly failed: number; readonly open: number }
  readonly agents: readonly AgentView[]
  /** What it waits for from outside; absent if nothing. */
  readonly pending?: readonly Pending[]
  readonly rejectedFinishCandidates: readonly RejectedFinishCandidate[]
  /** How the latest generation ended; absent while it goes on. */
  readonly outcome?: RunOutcome
}

/**
 * Reads what a run's journal says.
 *
 * @throws {AssayError} `run-unknown`, `journal-corrupt`, `blob-missing`.
 */
export async function viewOf(environment: RunEnvironment, runId: string): Promise<RunView> {
  const { store } = environment
  const fold = new ViewFold(store)
  for await (const entry of store.read(runId)) await fold.add(entry)
  const { started, last } = fold
  if (started === undefined || last === undefined) {
    throw new AssayError('run-unknown', `There is no run ${show(runId)}`, { runId })
  }
  const head = { runId, first: started, last, ...(await leaseOf(store, runId)) }
  const summary = await summaryOf(environment, head)
  return { ...summary, ...(await fold.view(started)) }
}

async function leaseOf(store: JournalStore, runId: string): Promise<object> {
  for await (const { lease } of store.list({ runId })) return lease === undefined ? {} : { lease }
  return {}
}

class ViewFold {
  readonly #store: JournalStore
  readonly #costs = new CostFold()
  readonly #agents = new AgentFold()
  readonly #pending = new PendingFold()
  readonly #rejected: RejectedFinishCandidate[] = []
  readonly #steps = { completed: 0, failed: 0, open: 0 }
  started: RunStarted | undefined
  last: Entry | undefined
  #generation = 1
  #outcome: RunOutcome | undefined

  constructor(store: JournalStore) {
    this.#store = store
  }

  async add(entry: Entry): Promise<void> {
    this.last = entry
    this.#costs.add(entry)
    this.#pending.add(entry)
    if (entry.type === 'run-started') this.started = entry
    if (entry.type === 'step-started') {
      this.#steps.open += 1
      this.#agents.start(entry)
    }
    if (entry.type === 'step-completed' || entry.type === 'step-failed') await this.#end(entry)
    if (entry.type === 'decided') await this.#decide(entry)
    if (entry.type === 'run-settled') {
      this.#outcome = (await unpack(entry.outcome, this.#store)) as unknown as RunOutcome
    }
    if (entry.type === 'run-reopened') {
      this.#generation = entry.generation
      this.#outcome = undefined
    }
  }

  async #decide({ decision, value }: Decided): Promise<void> {
    if (decision === 'finish-rejected') {
      this.#rejected.push((await unpack(value, this.#store)) as never)
    }
  }

  async view(started: RunStarted): Promise<Omit<RunView, keyof RunSummary>> {
    const args = await unpack(started.args, this.#store)
    const { budgetNanoUsd, source, forkedFrom } = started
    const { pending } = this.#pending
    return {
      ...(args !== undefined && { args }),
      ...(budgetNanoUsd !== undefined && { budgetUsd: usdOf(budgetNanoUsd) }),
      ...(source !== undefined && { source }),
      ...(forkedFrom !== undefined && { forkedFrom }),
      entries: this.last?.seq ?? 0,
      generation: this.#generation,
      cost: this.#costs.report(),
      usage: this.#costs.usage,
      steps: this.#steps,
      agents: this.#agents.views(),
      ...(pending.length > 0 && { pending }),
      rejectedFinishCandidates: this.#rejected,
      ...(this.#outcome !== undefined && { outcome: this.#outcome }),
    }
  }

  async #end(entry: Extract<Entry, { type: 'step-completed' | 'step-failed' }>): Promise<void> {
    this.#steps.open -= 1
    if (entry.type === 'step-failed') {
      this.#steps.failed += 1
      this.#agents.fail(entry)
      return
    }
    this.#steps.completed += 1
    const isChild = this.#agents.isChild(entry.started)
    const output = isChild ? await unpack(entry.output, this.#store) : undefined
    this.#agents.complete(entry, output)
  }
}
