import { describe, expect, it } from 'vitest'
import { genesis, type StepCompleted, type StepFailed, type StepStarted } from '../journal/entry.ts'
import { AgentFold } from './agent-view.ts'

const base = { at: 0, prev: genesis, ordinal: 0 }

function start(seq: number, rest: Partial<StepStarted> = {}): StepStarted {
  const said = { kind: 'model', label: 'c1 reader', role: 'child', model: 'p:m' } as const
  return { ...base, type: 'step-started', seq, scope: '/c', key: `k${seq}`, ...said, ...rest }
}

function done(started: number, cost?: number): StepCompleted {
  const paid = cost === undefined ? {} : { cost }
  return { ...base, type: 'step-completed', seq: started + 100, started, output: {}, ...paid }
}

function failed(started: number, cost: number): StepFailed {
  const error = { code: 'provider-failed', message: 'm' }
  return { ...base, type: 'step-failed', seq: started + 100, started, error, cost }
}

describe('AgentFold', () => {
  it('gathers the turns, tool calls, failures and costs of each agent', () => {
    const fold = new AgentFold()
    fold.start(start(1))
    fold.complete(done(1, 1e9), undefined)
    fold.start(start(2, { kind: 'tool', agent: 1 }))
    fold.complete(done(2), undefined)
    fold.start(start(3, { agent: 1 }))
    fold.fail(failed(3, 5e8))
    fold.start(start(4, { scope: '/d', label: 'c2 reader' }))
    expect(fold.views()).toEqual([
      {
        seq: 1,
        label: 'c1 reader',
        role: 'child',
        model: 'p:m',
        turns: 1,
        toolCalls: 1,
        failures: 1,
        costUsd: 1.5,
      },
      {
        seq: 4,
        label: 'c2 reader',
        role: 'child',
        model: 'p:m',
        turns: 0,
        toolCalls: 0,
        failures: 0,
        costUsd: 0,
      },
    ])
  })

  it('says that a cost is unknown as soon as that of one call is', () => {
    for (const cost of ['unknown', 'unpriced'] as const) {
      const fold = new AgentFold()
      fold.start(start(1))
      fold.complete(done(1, 1e9), undefined)
      fold.start(start(2, { agent: 1 }))
      fold.complete({ ...done(2), cost }, undefined)
      expect(fold.views()).toMatchObject([{ turns: 2, costUsd: 'unknown' }])
    }
  })

  it('says how a child of an orchestration ended', () => {
    const fold = new AgentFold()
    fold.start(start(1, { kind: 'child' }))
    fold.start(start(2))
    fold.complete(done(2, 0), undefined)
    expect(fold.isChild(1)).toBe(true)
    fold.complete(done(1), { result: { status: 'limit' } })
    expect(fold.views()).toMatchObject([{ seq: 2, status: 'limit' }])
  })

  it('shows one agent where its first turn was tried again after a crash', () => {
    const fold = new AgentFold()
    fold.start(start(1))
    fold.start({ ...start(1), seq: 2 })
    fold.complete(done(2, 1e9), undefined)
    expect(fold.views()).toMatchObject([{ seq: 1, turns: 1, costUsd: 1 }])
  })

  it('knows nothing of steps outside of agents', () => {
    const fold = new AgentFold()
    fold.start(start(1, { kind: 'step' }))
    fold.complete(done(1), undefined)
    fold.complete(done(99), undefined)
    expect(fold.views()).toEqual([])
  })
})
