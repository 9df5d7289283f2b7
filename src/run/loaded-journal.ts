import type {
  CancelRequested,
  Entry,
  RunSettled,
  RunStarted,
  StepStarted,
} from '../journal/entry.ts'
import { AssayError, show } from '../kernel/error.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { CostFold } from './cost-report.ts'
import { ReplayIndex } from './replay-index.ts'
import { SignalFold } from './signal-fold.ts'

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
  /** `seq` at which the run last ended short of its end, as `error` or `exhausted`. */
  readonly endedShortAt: number
  /** `seq` at which the run last settled; 0 if it never did. */
  readonly settledAt: number
  readonly signals: SignalFold
  /** Set when this generation was told to end, and has not. */
  readonly cancelRequested?: CancelRequested
  /** The steps of child runs that have not ended, by their `seq`. */
  readonly openChildren: ReadonlyMap<number, StepStarted>
  /** Up to this `seq` the entries are those of the run that it was forked from; 0 for no fork. */
  readonly forkedAt: number
}

/** Reads a run's journal into what its driver needs; an empty one for a new run. */
export async function loadJournal(store: JournalStore, runId: string): Promise<LoadedJournal> {
  const index = new ReplayIndex()
  const costs = new CostFold()
  const signals = new SignalFold()
  const openChildren = new Map<number, StepStarted>()
  const ends: Ends = {}
  let generation = 1
  let settledAt = 0
  let failedAt = 0
  let endedShortAt = 0
  for await (const entry of store.read(runId)) {
    index.add(entry)
    costs.add(entry)
    signals.add(entry)
    noteChild(entry, openChildren)
    noteEnds(entry, ends)
    if (entry.type === 'run-settled') settledAt = entry.seq
    if (entry.type === 'run-settled' && entry.status === 'error') failedAt = entry.seq
    if (entry.type === 'run-settled' && isShort(entry)) endedShortAt = entry.seq
    if (entry.type === 'run-reopened') generation = entry.generation
  }
  return {
    index,
    costs,
    signals,
    openChildren,
    generation,
    failedAt,
    endedShortAt,
    settledAt,
    forkedAt: ends.started?.forkedFrom?.entries ?? 0,
    ...ends,
  }
}

interface Ends {
  last?: Entry
  started?: RunStarted
  settled?: RunSettled
  cancelRequested?: CancelRequested
}

function noteEnds(entry: Entry, ends: Ends): void {
  ends.last = entry
  if (entry.type === 'run-started') ends.started = entry
  if (entry.type === 'cancel-requested' && !isForked(entry, ends)) ends.cancelRequested ??= entry
  if (entry.type === 'run-settled') {
    ends.settled = entry
    delete ends.cancelRequested
  }
  if (entry.type === 'run-reopened') delete ends.settled
}

/** Whether the run that this one was forked from was meant. */
function isForked({ seq }: Entry, { started }: Ends): boolean {
  return seq <= (started?.forkedFrom?.entries ?? 0)
}

function noteChild(entry: Entry, open: Map<number, StepStarted>): void {
  if (entry.type === 'step-started' && entry.childRunId !== undefined) open.set(entry.seq, entry)
  if (entry.type === 'step-completed' || entry.type === 'step-failed') open.delete(entry.started)
}

function isShort({ status }: RunSettled): boolean {
  return status === 'error' || status === 'exhausted'
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
