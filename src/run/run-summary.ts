import { usdOrUnknown } from '../budget/price.ts'
import type { Clock } from '../kernel/clock.ts'
import type { AssayError } from '../kernel/error.ts'
import type { JournalStore, Lease, RunFilter, RunHead } from '../store/journal-store.ts'
import { isOfJournal } from '../store/run-head.ts'
import type { RunEnvironment } from './active-run.ts'
import { CostFold } from './cost-report.ts'
import type { RunOutcome } from './outcome.ts'
import { patiently } from './patience.ts'
import { isProvablyDead, ownerName } from './owner.ts'

/**
 * `running` under a living lease; `interrupted` when nobody drives it and it can be resumed;
 * `unreadable` when its journal is damaged, or of a format that is not known here.
 */
export type RunStatus = RunOutcome['status'] | 'running' | 'interrupted' | 'unreadable'

/** One row of a list of runs. */
export interface RunSummary {
  readonly runId: string
  readonly workflow: string
  readonly status: RunStatus
  /** Epoch ms. */
  readonly startedAt: number
  readonly updatedAt: number
  /** `unknown` if the cost of any of its calls is. */
  readonly costUsd: number | 'unknown'
  /** Who drives it, while it is `running`. */
  readonly owner?: string
  /** Why it is `unreadable`; the other fields then say what its readable entries do. */
  readonly problem?: string
}

/** The runs of a store, the one written to last first. */
export async function* summariesOf(
  environment: RunEnvironment,
  filter?: RunFilter,
): AsyncIterable<RunSummary> {
  for await (const head of environment.store.list(filter)) {
    yield 'unreadable' in head
      ? unreadableSummary(environment.store, head.runId, head.unreadable)
      : listedSummary(environment, head)
  }
}

/** One damaged run hides no other one. */
async function listedSummary(environment: RunEnvironment, head: RunHead): Promise<RunSummary> {
  try {
    return await patiently(environment.clock, () => summaryOf(environment, head))
  } catch (error) {
    if (!isOfJournal(error)) throw error
    return unreadableSummary(environment.store, head.runId, error)
  }
}

async function unreadableSummary(
  store: JournalStore,
  runId: string,
  { message: problem }: AssayError,
): Promise<RunSummary> {
  const readable = { workflow: 'unknown', startedAt: 0, updatedAt: 0 }
  try {
    for await (const entry of store.read(runId)) {
      readable.updatedAt = entry.at
      if (entry.type !== 'run-started') continue
      readable.workflow = entry.workflow
      readable.startedAt = entry.at
    }
  } catch {
    // What stands behind the damage is not known.
  }
  return { runId, ...readable, status: 'unreadable', costUsd: 'unknown', problem }
}

/** Sums a run up. Only one that has not settled is read as a whole. */
export async function summaryOf(environment: RunEnvironment, head: RunHead): Promise<RunSummary> {
  const { runId, first, last, lease } = head
  const workflow = first.type === 'run-started' ? first.workflow : 'unknown'
  const common = { runId, workflow, startedAt: first.at, updatedAt: last.at }
  if (last.type === 'run-settled') {
    return { ...common, status: last.status, costUsd: usdOrUnknown(last.costNanoUsd) }
  }
  const isDriven = lease !== undefined && isLiving(lease, environment.clock)
  if (last.type === 'run-suspended' && !isDriven) {
    return { ...common, status: 'suspended', costUsd: usdOrUnknown(last.costNanoUsd) }
  }
  const costs = new CostFold()
  for await (const entry of environment.store.read(runId)) costs.add(entry)
  const costUsd = usdOrUnknown(costs.totalNanoUsd)
  if (!isDriven) return { ...common, status: 'interrupted', costUsd }
  return { ...common, status: 'running', costUsd, owner: ownerName(lease.owner) }
}

function isLiving(lease: Lease, clock: Clock): boolean {
  return lease.expiresAt > clock.now() && !isProvablyDead(lease.owner)
}
