import type { SettledStatus } from '../journal/entry.ts'
import type { Pending } from '../journal/pending.ts'
import type { RejectedFinishCandidate } from '../journal/rejected-finish-candidate.ts'
import type { Usage } from '../journal/usage.ts'
import type { Json } from '../kernel/json.ts'
import type { CostReport } from './cost-report.ts'

/** How a run met its journal. */
export interface ReplayCounts {
  /** Effects that the journal held. */
  hits: number
  /** Effects that were new. */
  misses: number
  /** Effects that were tried again: cut off by a crash, or failed. */
  reruns: number
  /** Effects that were dispatched before a crash and may have happened. */
  unknown: number
}

/** A piece of work that is not in the result. */
export interface Dropped {
  readonly label: string
  readonly reason: string
}

/** How a run ended, with everything that it cost. */
export interface RunOutcome<T = unknown> {
  readonly status: SettledStatus | 'suspended'
  /** What the workflow returned; only with `ok`. */
  readonly value?: T
  readonly error?: { readonly code: string; readonly message: string; readonly data?: Json }
  readonly cost: CostReport
  readonly usage: Usage
  readonly replay: Readonly<ReplayCounts>
  /** What it waits for; only with `suspended`. */
  readonly pending?: readonly Pending[]
  /** Work that is not in the result, with the reasons; absent if there is none. */
  readonly dropped?: readonly Dropped[]
  /** Finish candidates that the declared contract did not accept, in order. */
  readonly rejectedFinishCandidates?: readonly RejectedFinishCandidate[]
}

/** How a workflow's own code ended. */
export interface Ending {
  readonly status: SettledStatus
  readonly value?: Json
  readonly error?: { readonly code: string; readonly message: string; readonly data?: Json }
}
