import type { AgentView } from '../../run/agent-view.ts'
import type { RunView } from '../../run/run-view.ts'
import { pendingLine } from '../pending-text.ts'
import { agentText } from '../progress/agent-text.ts'
import { costText, time, usd } from '../terminal/figures.ts'
import { plainJson, plainLine } from '../../kernel/plain-text.ts'

const mostArgumentChars = 200

/** A run for people: how it stands, what it cost, its agents. Pure. */
export function runLines(view: RunView): readonly string[] {
  const { steps, generation, budgetUsd, outcome, rejectedFinishCandidates: rejected } = view
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Run', view.runId],
    ['Workflow', view.workflow],
    ['Source', view.source && `${view.source.module} (${view.source.exportName})`],
    ['Arguments', view.args === undefined ? undefined : clip(plainJson(view.args))],
    ['Status', view.owner === undefined ? view.status : `${view.status}, by ${view.owner}`],
    ['Error', outcome?.error && `${outcome.error.message} (${outcome.error.code})`],
    ['Started', `${time(view.startedAt)} UTC`],
    ['Updated', `${time(view.updatedAt)} UTC`],
    ['Cost', costText(view.cost)],
    ['Budget', budgetUsd === undefined ? undefined : usd(budgetUsd)],
    ['Journal', `${view.entries} entries, generation ${generation}`],
    ['Steps', `${steps.completed} completed, ${steps.failed} failed, ${steps.open} open`],
    ['Rejected', rejected.length === 0 ? undefined : `${rejected.length} (--candidates)`],
  ]
  return [
    ...rows.flatMap(([name, value]) =>
      value === undefined ? [] : [`${name.padEnd(11)}${plainLine(value)}`],
    ),
    ...(view.pending ?? []).map((each) => `Waits for  ${pendingLine(each)}`),
    ...agentLines(view.agents),
  ]
}

function agentLines(agents: readonly AgentView[]): readonly string[] {
  if (agents.length === 0) return []
  return [
    'Agents',
    ...agents.map((agent) => {
      const indent = agent.role === 'child' ? '    ' : '  '
      const status = agent.status === undefined ? '' : `${agent.status}, `
      return `${indent}${plainLine(`${agent.label} (${agent.model}): ${status}${agentText(agent)}`)}`
    }),
  ]
}

function clip(text: string): string {
  return text.length > mostArgumentChars ? `${text.slice(0, mostArgumentChars)}…` : text
}
