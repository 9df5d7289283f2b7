import type { AgentView } from '../../run/agent-view.ts'
import { plainLine } from '../../kernel/plain-text.ts'
import { agentText } from './agent-text.ts'
import type { ProgressView } from './run-progress.ts'

/** How much of a terminal a tree may take. */
export interface Room {
  readonly columns: number
  readonly rows: number
}

/**
 * A run as a tree: the run, its agents, below the coordinator the children; those that still run
 * come first where there is no room for all.
 *
 * Pure.
 */
export function treeLines(runId: string, view: ProgressView, room: Room): readonly string[] {
  const { phase, agents, running } = view
  const children = agents.filter(isChild)
  const others = agents.filter((agent) => !isChild(agent))
  const head = phase === undefined ? runId : `${runId}  ${plainLine(phase)}`
  const fixed = [
    head,
    ...others.map((agent) => `├─ ${plainLine(agent.label)}  ${agentText(agent)}`),
  ]
  const free = Math.max(1, room.rows - fixed.length - 1)
  const shown = fittingChildren(children, running, free)
  const rows = shown.map((agent) => `│  ├─ ${childText(agent, running)}`)
  const hidden = children.length - shown.length
  const rest = hidden > 0 ? [`│  └─ ${hidden} more`] : []
  return [...fixed, ...rows, ...rest].map((line) => line.slice(0, room.columns))
}

function fittingChildren(
  children: readonly AgentView[],
  running: ReadonlySet<string>,
  most: number,
): readonly AgentView[] {
  if (children.length <= most) return children
  const first = children.filter(({ label }) => running.has(label))
  const then = children.filter(({ label }) => !running.has(label)).reverse()
  const chosen = new Set([...first, ...then].slice(0, most))
  return children.filter((child) => chosen.has(child))
}

function childText(agent: AgentView, running: ReadonlySet<string>): string {
  const status = agent.status ?? (running.has(agent.label) ? 'running' : 'open')
  return `${plainLine(agent.label)}  ${plainLine(status)}  ${agentText(agent)}`
}

function isChild({ role }: AgentView): boolean {
  return role === 'child'
}
