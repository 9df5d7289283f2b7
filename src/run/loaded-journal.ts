import type { Entry, RunSettled, RunStarted } from '../journal/entry.ts'
import { AssayError, show } from '../kernel/error.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { CostFold } from './cost-report.ts'
import { ReplayIndex } from './replay-index.ts'

/** A journal as a driver needs it: one pass over its entries. */
export interface LoadedJournal {
  readonly index: ReplayIndex
  readonly costs: CostFold
  readonly last?: Entry
  readonly started?: RunStarted
  /** How the latest generation ended; absent while it goes on. */
  readonly settled?: RunSettled
  readonly generation: number
  /** `seq` at which the run last ended as `error`: what had failed by then is tried again. */
  readonly failedAt: number
}

/** Reads a run's journal into what its driver needs; an empty one for a new run. */
export async function loadJournal(store: JournalStore, runId: string): Promise<LoadedJournal> {
  const index = new ReplayIndex()
  const costs = new CostFold()
  const ends: { last?: Entry; started?: RunStarted; settled?: RunSettled } = {}
  let generation = 1
  let failedAt = 0
  for await (const entry of store.read(runId)) {
    index.add(entry)
    costs.add(entry)
    ends.last = entry
    if (entry.type === 'run-started') ends.started = entry
    if (entry.type === 'run-settled') ends.settled = entry
    if (entry.type === 'run-settled' && entry.status === 'error') failedAt = entry.seq
    if (entry.type === 'run-reopened') {
      generation = entry.generation
      delete ends.settled
    }
  }
  return { index, costs, generation, failedAt, ...ends }
}

/**
 * Reads how a run was started.
 *
 * @throws {AssayError} `run-unknown` if the store holds no such run.
 */
export async function readStart(store: JournalStore, runId: string): Promise<RunStarted> {
  for await (const entry of store.read(runId)) {
    if (entry.type === 'run-started') return entry
    break
  }
  throw new AssayError('run-unknown', `There is no run ${show(runId)}`, { runId })
}
