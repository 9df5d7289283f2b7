import type { Usage } from '../journal/usage.ts'
import type { Json } from '../kernel/json.ts'

/** How an agent ended. Only `ok` carries a final answer. */
export type AgentStatus = 'ok' | 'limit' | 'budget' | 'refused' | 'error' | 'cancelled'

/** Why an agent did not end `ok`, in words. Pure. */
export function whyNotOk({ status, error, reason }: AgentResult<unknown>): string {
  const why = error?.message ?? reason
  return why === undefined ? status : `${status}: ${why}`
}

/** What an agent brought. Nothing that was paid for is lost: `text` is kept in every case. */
export interface AgentResult<T = string> {
  readonly status: AgentStatus
  /** The final answer: the text, or the validated value where `output` was asked for. */
  readonly output?: T
  /** The last text that the model wrote. */
  readonly text: string
  /** What an unfinished or invalid structured answer held. */
  readonly partial?: Json
  readonly usage: Usage
  /** `unknown` where any of its calls has no known cost. */
  readonly costUsd: number | 'unknown'
  /** Model calls that were answered. */
  readonly turns: number
  readonly error?: { readonly code: string; readonly message: string; readonly data?: Json }
  /** Why it ended, where the status alone does not say. */
  readonly reason?: string
}
