import { usdOrUnknown } from '../budget/price.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Lease, RunFilter, RunHead } from '../store/journal-store.ts'
import type { RunEnvironment } from './active-run.ts'
import { CostFold } from './cost-report.ts'
import type { RunOutcome } from './outcome.ts'
import { isProvablyDead, ownerName } from './owner.ts'

/** `running` under a living lease; `interrupted` when nobody drives it and it can be resumed. */
export type RunStatus = RunOutcome['status'] | 'running' | 'interrupted'

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
}

/** The runs of a store, the one written to last first. */
export async function* summariesOf(
  environment: RunEnvironment,
  filter?: RunFilter,
): AsyncIterable<RunSummary> {
  for await (const head of environment.store.list(filter)) yield summaryOf(environment, head)
}

/** Sums a run up. Only one that has not settled is read as a whole. */
export async function summaryOf(environment: RunEnvironment, head: RunHead): Promise<RunSummary> {
  const { runId, first, last, lease } = head
  const workflow = first.type === 'run-started' ? first.workflow : 'unknown'
  const common = { runId, workflow, startedAt: first.at, updatedAt: last.at }
  if (last.type === 'run-settled') {
    return { ...common, status: last.status, costUsd: usdOrUnknown(last.costNanoUsd) }
  }
  const costs = new CostFold()
  for await (const entry of environment.store.read(runId)) costs.add(entry)
  const costUsd = usdOrUnknown(costs.totalNanoUsd)
  if (lease === undefined || !isLiving(lease, environment.clock)) {
    return { ...common, status: 'interrupted', costUsd }
  }
  return { ...common, status: 'running', costUsd, owner: ownerName(lease.owner) }
}

function isLiving(lease: Lease, clock: Clock): boolean {
  return lease.expiresAt > clock.now() && !isProvablyDead(lease.owner)
}
