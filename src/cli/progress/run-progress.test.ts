import { describe, expect, it } from 'vitest'
import type { Entry } from '../../journal/entry.ts'
import { memoryStore } from '../../store/memory.ts'
import { newsLine } from './plain-lines.ts'
import { RunProgress } from './run-progress.ts'

const base = { at: 0, prev: '', scope: 'child:1', key: 'k', ordinal: 0 }
const child: Entry = {
  ...base,
  seq: 1,
  type: 'step-started',
  kind: 'child',
  label: 'c1 reader',
  phase: 'report',
}
const turn: Entry = {
  ...base,
  seq: 2,
  type: 'step-started',
  kind: 'model',
  label: 'c1 reader',
  role: 'child',
  phase: 'report',
}
const turned: Entry = {
  seq: 3,
  at: 0,
  prev: '',
  type: 'step-completed',
  started: 2,
  output: {},
  cost: 0,
}
const ended = (json: { readonly status: string }): Entry => ({
  seq: 4,
  at: 0,
  prev: '',
  type: 'step-completed',
  started: 1,
  output: { json },
})

async function linesOf(entries: readonly Entry[]): Promise<readonly string[]> {
  const progress = new RunProgress(memoryStore())
  const lines: string[] = []
  for (const entry of entries) {
    const news = await progress.add(entry)
    lines.push(...news.map((each) => newsLine(each, progress.view)))
  }
  return lines
}

describe('RunProgress', () => {
  it('tells of each phase once, and of each child when it starts and settles', async () => {
    expect(await linesOf([child, turn, turned, ended({ status: 'limit' })])).toEqual([
      'phase report',
      'c1 reader started',
      'c1 reader limit (1 turn, 0 tool calls, $0.00)',
    ])
  })

  it('tells of a child that failed as a step', async () => {
    const error = { code: 'step-failed', message: 'no' }
    const failed: Entry = { seq: 2, at: 0, prev: '', type: 'step-failed', started: 1, error }
    expect(await linesOf([child, failed])).toEqual([
      'phase report',
      'c1 reader started',
      'c1 reader error',
    ])
  })

  it('knows who is under way', async () => {
    const progress = new RunProgress(memoryStore())
    await progress.add(child)
    expect([...progress.view.running]).toEqual(['c1 reader'])
    await progress.add(ended({ status: 'ok' }))
    expect([...progress.view.running]).toEqual([])
  })
})
