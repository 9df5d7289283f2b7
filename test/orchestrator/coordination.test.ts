import { describe, expect, it } from 'vitest'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { Call, Reply } from '../../src/testing/index.ts'
import { equalPart, prefixOf } from '../support/journal.ts'
import { calls, type Played, play, starts, told } from '../support/orchestration.ts'

const finish = calls('finish', { result: 'done' })

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

/** Decisions of a kind in a journal. */
function decisionsIn({ entries }: Played, decision: string): number {
  return entries.filter((each) => each.type === 'decided' && each.decision === decision).length
}

describe('an orchestration', () => {
  it('that waits for its children and finishes is complete', async () => {
    let digests: unknown
    const played = await play({
      coordinator: [
        starts('a', 'b'),
        (call) => {
          expect(told(call)).toEqual([{ handles: ['c1', 'c2'] }])
          return calls('await_all', { handles: ['c2', 'c1'] })
        },
        (call) => {
          digests = told(call)[0]
          return finish
        },
      ],
    })
    expect(played.outcome).toMatchObject({
      status: 'ok',
      value: {
        result: 'done',
        completion: 'complete',
        resultAvailable: true,
        verdict: 'qualified',
        childStatusCounts: { ok: 2 },
        degradedReasons: [],
        semanticPasses: { contradictions: { ran: false }, citationAudit: { ran: false } },
      },
    })
    expect(played.outcome.value).not.toHaveProperty('rejectedFinishCandidates')
    expect(digests).toEqual([
      { handle: 'c2', nodeId: 'c2', status: 'ok', outputSummary: 're: b' },
      { handle: 'c1', nodeId: 'c1', status: 'ok', outputSummary: 're: a' },
    ])
    expect([played.calls.length, decisionsIn(played, 'spawn-admission')]).toEqual([5, 2])
  })

  it('that finishes while a child runs lists it, and its end comes before that of the run', async () => {
    const played = await play({
      coordinator: [
        starts('quick', 'slow'),
        calls('await_any', { handles: ['c1', 'c2'] }),
        (call) => {
          expect(told(call)).toMatchObject([{ handle: 'c1', settledHandles: ['c1'] }])
          return finish
        },
      ],
      child: async ({ prompt }) => {
        await turns(prompt === 'slow' ? 40 : 1)
        return { text: 'ok' }
      },
    })
    expect(played.outcome.value).toMatchObject({
      completion: 'partial',
      unsettledAtFinish: ['c2'],
      childStatusCounts: { ok: 1, unsettled: 1 },
    })
    expectAllEnded(played)
  })

  it.each([
    ['cancel', 'cancelled'],
    ['drain', 'ok'],
  ] as const)('ends what still runs by %s, and its envelope is the same', async (way, status) => {
    const played = await play({
      coordinator: [starts('slow', 'slower'), finish],
      child: async () => {
        await turns(20)
        return { text: 'late' }
      },
      options: { onUnsettledAtExit: way },
    })
    expect(played.outcome.value).toMatchObject({ unsettledAtFinish: ['c1', 'c2'] })
    expectAllEnded(played)
    const children = played.entries.flatMap((each) =>
      each.type === 'step-completed' ? [(each.output.json ?? {}) as { result?: object }] : [],
    )
    const statuses = children.flatMap(({ result }) => (result === undefined ? [] : [result]))
    expect(statuses).toMatchObject([{ status }, { status }])
  })

  it('ends its children too where it fails', async () => {
    const played = await play({
      coordinator: [starts('slow'), { text: 'I give up' }],
      child: async () => {
        await turns(30)
        return { text: 'late' }
      },
    })
    expect(played.outcome).toMatchObject({
      status: 'error',
      error: { code: 'orchestration-rejected', data: { status: 'limit', completed: [] } },
    })
    expectAllEnded(played)
  })

  it('gives digests in the order asked, however the children settle, and the same on replay', async () => {
    const digests: string[] = []
    const scene = {
      coordinator: [
        starts('30', '20', '10'),
        calls('await_all', { handles: ['c1', 'c2', 'c3'] }),
        (call: Call): Reply => {
          digests.push(JSON.stringify(told(call)))
          return finish
        },
      ],
      child: async ({ prompt }: Call): Promise<Reply> => {
        await turns(Number(prompt))
        return { text: prompt }
      },
    }
    const played = await play(scene)
    expect(JSON.parse(digests[0] ?? '')).toMatchObject([
      [{ outputSummary: '30' }, { outputSummary: '20' }, { outputSummary: '10' }],
    ])
    const lastTurn = played.entries.findLastIndex(({ type }) => type === 'step-started')
    const crashed = await prefixOf(played.store, 'r', lastTurn)
    const resumed = await play({ ...scene, store: crashed })
    expect(digests[1]).toBe(digests[0])
    expect(resumed.calls).toHaveLength(1)
  })

  it('goes on after a crash at any entry: nothing completed is paid again, handles hold', async () => {
    const scene = {
      coordinator: [
        starts('a', 'b', 'c'),
        calls('await_any', { handles: ['c1', 'c2', 'c3'] }),
        calls('await_all', { handles: ['c1', 'c2', 'c3'] }),
        (call: Call): Reply => calls('finish', { result: told(call) }),
      ],
      child: async ({ prompt }: Call): Promise<Reply> => {
        await turns(prompt.charCodeAt(0) - 96)
        return { text: `re: ${prompt}` }
      },
    }
    const whole = await play(scene)
    for (let count = 1; count < whole.entries.length; count += 1) {
      const crashed = await prefixOf(whole.store, 'r', count)
      const resumed = await play({ ...scene, store: crashed })
      expect(equalPart(resumed.outcome)).toEqual(equalPart(whole.outcome))
      const kept = whole.entries.slice(0, count)
      const models = new Set(
        kept.flatMap((each) =>
          each.type === 'step-started' && each.kind === 'model' ? [each.seq] : [],
        ),
      )
      const done = kept.filter((each) => each.type === 'step-completed' && models.has(each.started))
      expect(resumed.calls).toHaveLength(whole.calls.length - done.length)
      expect(decisionsIn(resumed, 'spawn-admission')).toBe(3)
      const again = await play({ ...scene, store: crashed })
      expect([again.calls.length, again.entries.length]).toEqual([0, resumed.entries.length])
    }
  })

  it('tells a child that was cancelled from one that had settled', async () => {
    const answers: unknown[] = []
    const played = await play({
      coordinator: [
        starts('quick', 'slow'),
        calls('await_all', { handles: ['c1'] }),
        calls('cancel_agent', { handle: 'c1', reason: 'late' }),
        (call) => {
          answers.push(...told(call))
          return calls('cancel_agent', { handle: 'c2', reason: 'enough' })
        },
        (call) => {
          answers.push(...told(call))
          return calls('await_all', { handles: ['c2'] })
        },
        (call) => {
          answers.push(...told(call))
          return finish
        },
      ],
      child: async ({ prompt }) => {
        await turns(prompt === 'slow' ? 60 : 1)
        return { text: 'ok' }
      },
    })
    expect(answers).toMatchObject([
      { cancelled: false, handle: 'c1' },
      { cancelled: true, handle: 'c2' },
      [
        {
          handle: 'c2',
          status: 'cancelled',
          outputSummary: expect.stringContaining('enough') as unknown,
        },
      ],
    ])
    expect(played.outcome.value?.childStatusCounts).toEqual({ ok: 1, cancelled: 1 })
  })

  it('carries a child that failed as a part of the result, with the reason', async () => {
    const played = await play({
      coordinator: [starts('a', 'b'), calls('await_all', { handles: ['c1', 'c2'] }), finish],
      child: ({ prompt }) =>
        prompt === 'a' ? { error: new Error('overloaded') } : { text: '', finishReason: 'stop' },
    })
    expect(played.outcome).toMatchObject({
      status: 'ok',
      value: { completion: 'partial', childStatusCounts: { error: 2 } },
      dropped: [{ label: 'c1 reader' }, { label: 'c2 reader' }],
    })
  })

  it('carries out nothing that the coordinator wrote after its finish', async () => {
    const after = { name: 'spawn_agent', input: { agentType: 'reader', prompt: 'late' } }
    const both = { toolCalls: [{ name: 'finish', input: { result: 1 } }, after] }
    const played = await play({ coordinator: [both] })
    expect(played.outcome).toMatchObject({ status: 'ok', value: { result: 1 } })
    expect(decisionsIn(played, 'spawn-admission')).toBe(0)
  })
})

/** Whether every step has its end, and all of them before that of the run. */
function expectAllEnded({ entries }: Played): void {
  const started = entries.flatMap((each) => (each.type === 'step-started' ? [each.seq] : []))
  const ended = entries.flatMap((each) =>
    each.type === 'step-completed' || each.type === 'step-failed' ? [each.started] : [],
  )
  expect([...ended].sort((one, other) => one - other)).toEqual(started)
  expect(entries.findIndex(({ type }) => type === 'run-settled')).toBe(entries.length - 1)
}
