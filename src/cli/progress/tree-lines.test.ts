import { describe, expect, it } from 'vitest'
import type { AgentView } from '../../run/agent-view.ts'
import { treeLines } from './tree-lines.ts'

const agent = (label: string, role: string, status?: string): AgentView => ({
  seq: 1,
  label,
  role,
  model: 'embedded:reader',
  turns: 1,
  toolCalls: 2,
  failures: 0,
  costUsd: 0,
  ...(status !== undefined && { status }),
})
const room = { columns: 80, rows: 24 }

describe('treeLines()', () => {
  it('shows the run, its agents and below the coordinator the children', () => {
    const agents = [
      agent('coordinator', 'coordinator'),
      agent('c1 reader', 'child', 'ok'),
      agent('c2 reader', 'child'),
    ]
    expect(
      treeLines('run-1', { phase: 'report', agents, running: new Set(['c2 reader']) }, room),
    ).toEqual([
      'run-1  report',
      '├─ coordinator  1 turn, 2 tool calls, $0.00',
      '│  ├─ c1 reader  ok  1 turn, 2 tool calls, $0.00',
      '│  ├─ c2 reader  running  1 turn, 2 tool calls, $0.00',
    ])
  })

  it('shows those that run first where there is no room for all, and counts the rest', () => {
    const agents = Array.from({ length: 50 }, (_, at) => agent(`c${at + 1}`, 'child', 'ok'))
    const running = new Set(['c7'])
    const lines = treeLines('run-1', { agents, running }, { columns: 80, rows: 6 })
    expect(lines).toHaveLength(6)
    expect(lines[1]).toContain('c7')
    expect(lines.at(-1)).toContain('46 more')
  })

  it('cuts lines to the width, and lets no label drive the terminal', () => {
    const agents = [agent(`\u001b[31m${'x'.repeat(200)}\n`, 'default')]
    const lines = treeLines('run-1', { agents, running: new Set() }, { columns: 20, rows: 5 })
    expect(lines).toEqual(['run-1', `├─ ${'x'.repeat(17)}`])
  })
})
