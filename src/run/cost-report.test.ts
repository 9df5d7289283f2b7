import { describe, expect, it } from 'vitest'
import { type Entry, genesis, type StepStarted } from '../journal/entry.ts'
import { noUsage, type Usage } from '../journal/usage.ts'
import { CostFold } from './cost-report.ts'

const base = { at: 0, prev: genesis }

function call(seq: number, rest: Partial<StepStarted> = {}): Entry {
  const identity = { scope: '', key: 'k', ordinal: 0 }
  const said = { kind: 'model', label: 'reader', model: 'p:m', reservedNanoUsd: 100 } as const
  return { ...base, ...identity, ...said, type: 'step-started', seq, ...rest }
}

function end(started: number, cost: number | 'unpriced' | 'unknown', usage?: Usage): Entry {
  const paid = { cost, ...(usage !== undefined && { usage }) }
  return { ...base, type: 'step-completed', seq: started + 100, started, output: {}, ...paid }
}

function foldOf(...entries: readonly Entry[]): CostFold {
  const fold = new CostFold()
  for (const entry of entries) fold.add(entry)
  return fold
}

const used = { ...noUsage, inputTokens: 10, outputTokens: 2 }

describe('CostFold', () => {
  it('sums what calls cost by model, role, phase and agent', () => {
    const { ...report } = foldOf(
      call(1, { role: 'child', phase: 'read' }),
      end(1, 3e9, used),
      call(2, { role: 'judge', model: 'q:n', agent: 1, label: 'not this one' }),
      end(2, 1e9, used),
    ).report()
    expect(report).toEqual({
      totalUsd: 4,
      unpriced: [],
      unknown: 0,
      requests: 2,
      byModel: { 'p:m': 3, 'q:n': 1 },
      byRole: { child: 3, judge: 1 },
      byPhase: { '': 1, read: 3 },
      byAgent: { reader: 4 },
    })
  })

  it('holds the reservation of a call that a crash cut off, as unknown', () => {
    const fold = foldOf(call(1), end(1, 5, used), call(2))
    expect([fold.spentNanoUsd, fold.heldNanoUsd]).toEqual([5, 100])
    expect([fold.totalNanoUsd, foldOf(call(1), end(1, 5, used)).totalNanoUsd]).toEqual([
      'unknown',
      5,
    ])
    expect(fold.report().unknown).toBe(1)
    expect(fold.usage).toEqual({ ...used, unknown: 1 })
  })

  it('holds the reservation of a call without usage, and never counts it as 0', () => {
    const fold = foldOf(call(1), end(1, 'unknown'))
    expect([fold.spentNanoUsd, fold.heldNanoUsd]).toEqual([0, 100])
    expect(fold.report()).toMatchObject({ totalUsd: 0, unknown: 1, requests: 1 })
    expect([fold.usage.unknown, fold.totalNanoUsd]).toEqual([1, 'unknown'])
  })

  it('names models without a price', () => {
    const fold = foldOf(call(1), end(1, 'unpriced', used), call(2, { model: 'a:b' }))
    expect([fold.report().unpriced, fold.totalNanoUsd]).toEqual([['p:m'], 'unknown'])
    expect(fold.usage).toEqual({ ...used, unknown: 1 })
  })

  it('counts a call that was turned down as a request of known cost and no usage', () => {
    const fold = foldOf(call(1), end(1, 0))
    expect([fold.heldNanoUsd, fold.usage]).toEqual([0, noUsage])
    expect(fold.report()).toMatchObject({ totalUsd: 0, unknown: 0, requests: 1 })
  })

  it('adds up usage that is partly unknown over many agents', () => {
    const fold = foldOf(
      call(1),
      end(1, 1, used),
      call(2),
      end(2, 'unknown'),
      call(3),
      end(3, 1, used),
    )
    expect(fold.usage).toEqual({ ...noUsage, inputTokens: 20, outputTokens: 4, unknown: 1 })
  })

  it('ignores steps that are no model calls', () => {
    const fold = foldOf(call(1, { kind: 'step' }), end(1, 7, used))
    expect(fold.report()).toMatchObject({ totalUsd: 0, requests: 0 })
  })
})
