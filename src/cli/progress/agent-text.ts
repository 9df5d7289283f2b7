import type { AgentView } from '../../run/agent-view.ts'
import { count, usd } from '../terminal/figures.ts'

/** What an agent did so far, in a few words. Pure. */
export function agentText({ turns, toolCalls, failures, costUsd }: AgentView): string {
  return [
    count(turns, 'turn'),
    count(toolCalls, 'tool call'),
    ...(failures > 0 ? [count(failures, 'failure')] : []),
    usd(costUsd),
  ].join(', ')
}
