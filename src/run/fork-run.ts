import { linkOf } from '../journal/codec.ts'
import type { Draft, Entry, RunStarted } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { RunEnvironment } from './active-run.ts'
import { CostFold } from './cost-report.ts'
import { takeLease } from './lease.ts'
import { loadJournal } from './loaded-journal.ts'

/** A run that is to begin with the journal of another one. */
export interface ForkRequest {
  /** The run that is forked; nothing of it changes. */
  readonly from: string
  /** The new run. */
  readonly runId: string
  /** Its budget, all that was spent before included; default that of the run that is forked. */
  readonly budgetNanoUsd?: number
}

/**
 * Writes the first entries of a fork: those of the run that it comes from, as far as that run is,
 * each in its place. Costs are kept, and blobs are shared. A settled run is reopened, and child runs
 * that go on are left to the run that started them.
 *
 * Durable: all of it or nothing.
 *
 * @returns How the fork was started.
 * @throws {AssayError} `run-unknown`, `journal-corrupt`, `run-exists`; `budget-refused` for a budget
 * below what is already spent.
 */
export async function forkRun(
  environment: RunEnvironment,
  request: ForkRequest,
): Promise<RunStarted> {
  const { store, clock } = environment
  const { runId } = request
  const copy = new Copy(request, clock.now())
  for await (const entry of store.read(request.from)) copy.add(entry)
  const started = await copy.close(store)
  const lease = await takeLease(store, runId, environment)
  try {
    const appended = await store.append(runId, copy.entries, { after: 0, token: lease.token })
    if (!appended.ok) {
      throw new AssayError('run-exists', `There is a run "${runId}" already`, { runId })
    }
    return started
  } finally {
    await store.release(lease).catch(() => undefined)
  }
}

/** The entries of a fork while they are made. */
class Copy {
  readonly #request: ForkRequest
  readonly #now: number
  readonly #costs = new CostFold()
  readonly #originals: Entry[] = []
  readonly #closing: Draft[] = []
  #generation = 1
  entries: readonly Entry[] = []

  constructor(request: ForkRequest, now: number) {
    this.#request = request
    this.#now = now
  }

  add(entry: Entry): void {
    this.#originals.push(entry)
    this.#costs.add(entry)
    if (entry.type === 'run-reopened') this.#generation = entry.generation
  }

  /** Adds what the fork begins with beside the entries of the other run. */
  async close(store: JournalStore): Promise<RunStarted> {
    const [first] = this.#originals
    if (first?.type !== 'run-started') throw unknown(this.#request.from)
    this.#refuseOverspent()
    if (this.#originals.at(-1)?.type === 'run-settled') {
      this.#closing.push({ type: 'run-reopened', generation: this.#generation + 1 })
    }
    await this.#leaveChildren(store)
    const started = this.#started(first)
    this.entries = this.#chained(started)
    return started
  }

  #refuseOverspent(): void {
    const { from, budgetNanoUsd } = this.#request
    const { spentNanoUsd } = this.#costs
    if (budgetNanoUsd === undefined || budgetNanoUsd >= spentNanoUsd) return
    const message = `A budget of ${budgetNanoUsd} nano-dollars does not cover the ${spentNanoUsd} that run "${from}" has spent; the budget of a fork is for all its life, what it begins with included`
    const data = { neededNanoUsd: spentNanoUsd, freeNanoUsd: budgetNanoUsd }
    throw new AssayError('budget-refused', message, data)
  }

  /** Closes the steps of child runs that go on, at what those have cost so far. */
  async #leaveChildren(store: JournalStore): Promise<void> {
    for (const [started, childRunId] of openChildren(this.#originals)) {
      const spending = (await loadJournal(store, childRunId)).costs.spending()
      const reason = `child run "${childRunId}" was left to run "${this.#request.from}"`
      const message = `The run was cancelled: ${reason}`
      this.#closing.push({
        type: 'step-failed',
        started,
        error: { code: 'run-cancelled', message, data: { reason } },
        cost: spending.costNanoUsd - this.#costs.spentBy(childRunId),
        spending,
      })
    }
  }

  #started(first: RunStarted): RunStarted {
    const { parent: _, ...kept } = first
    const { from: runId, budgetNanoUsd } = this.#request
    const seq = this.#originals.length
    const forkedFrom = { runId, seq, entries: seq + this.#closing.length }
    const budget = budgetNanoUsd === undefined ? {} : { budgetNanoUsd }
    return { ...kept, ...budget, at: this.#now, forkedFrom }
  }

  #chained(started: RunStarted): readonly Entry[] {
    const entries: Entry[] = [started]
    let prev = linkOf(started)
    const push = (entry: Entry): void => {
      entries.push(entry)
      prev = linkOf(entry)
    }
    for (const original of this.#originals.slice(1)) push({ ...original, prev })
    for (const draft of this.#closing) {
      push({ ...draft, seq: entries.length + 1, at: this.#now, prev } as Entry)
    }
    return entries
  }
}

/** The steps of child runs that have not ended, by their `seq`. */
function openChildren(entries: readonly Entry[]): ReadonlyMap<number, string> {
  const open = new Map<number, string>()
  for (const entry of entries) {
    const { type } = entry
    if (type === 'step-started' && entry.childRunId !== undefined) {
      open.set(entry.seq, entry.childRunId)
    } else if (type === 'step-completed' || type === 'step-failed') open.delete(entry.started)
  }
  return open
}

function unknown(runId: string): AssayError {
  return new AssayError('run-unknown', `There is no run "${runId}"`, { runId })
}
