import type { AgentResult } from '../agent/result.ts'
import type { RejectedFinishCandidate } from '../journal/rejected-finish-candidate.ts'
import type { Json } from '../kernel/json.ts'
import type { Child } from './roster.ts'

/** What an orchestration hands out. Absent means that nothing looked; `[]` that nothing was found. */
export interface OrchestrateResult {
  readonly result: Json
  /** `partial` if any child did not end `ok`. */
  readonly completion: 'complete' | 'partial'
  readonly resultAvailable: boolean
  /** `accepted`: a declared contract accepted the result and every child ended `ok`. */
  readonly verdict: 'accepted' | 'qualified' | 'rejected'
  readonly childStatusCounts: Readonly<Partial<Record<AgentResult['status'] | 'unsettled', number>>>
  readonly degradedReasons: readonly string[]
  /** Which judged passes ran, and why those that did not, did not. */
  readonly semanticPasses: Readonly<
    Record<string, { readonly ran: boolean; readonly reason?: string }>
  >
  readonly rejectedFinishCandidates?: readonly RejectedFinishCandidate[]
  /** Handles of children that still ran when the result was taken. */
  readonly unsettledAtFinish?: readonly string[]
}

/** What the envelope is made of. */
export interface EnvelopeFacts {
  readonly result: Json
  readonly children: readonly Child[]
  /** Handles that had settled when the coordinator finished. */
  readonly settledHandles: readonly string[]
  /** Whether a contract was declared; then it accepted the result. */
  readonly validated: boolean
  readonly rejected: readonly RejectedFinishCandidate[]
}

const notDeclared = { ran: false, reason: 'not declared' }

/** Composes the envelope. Pure. */
export function envelopeOf(facts: EnvelopeFacts): OrchestrateResult {
  const { result, children, settledHandles, validated, rejected } = facts
  const settled = children.filter(({ handle }) => settledHandles.includes(handle))
  const unsettled = children.filter(({ handle }) => !settledHandles.includes(handle))
  const degradedReasons = [
    ...settled
      .filter((child) => child.result?.status !== 'ok')
      .map((child) => `${child.handle} ended "${child.result?.status}"`),
    ...unsettled.map(({ handle }) => `${handle} had not settled`),
  ]
  const clean = degradedReasons.length === 0
  return {
    result,
    completion: clean ? 'complete' : 'partial',
    resultAvailable: true,
    verdict: clean && validated ? 'accepted' : 'qualified',
    childStatusCounts: countsOf(settled, unsettled.length),
    degradedReasons,
    semanticPasses: {
      contradictions: notDeclared,
      claimConsistency: notDeclared,
      citationAudit: notDeclared,
    },
    ...(validated && { rejectedFinishCandidates: rejected }),
    ...(unsettled.length > 0 && { unsettledAtFinish: unsettled.map(({ handle }) => handle) }),
  }
}

function countsOf(settled: readonly Child[], unsettled: number): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { result } of settled) {
    const status = result?.status ?? 'unsettled'
    counts[status] = (counts[status] ?? 0) + 1
  }
  return unsettled === 0 ? counts : { ...counts, unsettled }
}
