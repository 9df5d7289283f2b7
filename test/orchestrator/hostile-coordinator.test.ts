import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../../src/kernel/canonical-json.ts'
import type { Call, Reply } from '../../src/testing/index.ts'
import { calls, type Played, play, starts, told } from '../support/orchestration.ts'

const finish = calls('finish', { result: 'done' })

/** What the coordinator was told in answer to a reply of its own. */
async function answerTo(reply: Reply, options: object = {}): Promise<readonly unknown[]> {
  let answers: readonly unknown[] = []
  const played = await play({
    coordinator: [
      reply,
      (call) => {
        answers = told(call)
        return finish
      },
    ],
    options,
  })
  expect(played.outcome).toMatchObject({ status: 'ok', value: { result: 'done' } })
  return answers
}

function spawn(agentType: string): Reply {
  return calls('spawn_agent', { agentType, prompt: 'p' })
}

function childrenOf({ calls: made }: Played): number {
  return made.filter(({ role }) => role === 'child').length
}

describe('a hostile coordinator', () => {
  it.each(['toString', '__proto__', 'constructor', '', 'Reader', 'gone'])(
    'is refused the kind of child %j, and no slot is used up',
    async (agentType) => {
      expect(await answerTo(spawn(agentType))).toMatchObject([{ code: 'unknown-profile' }])
    },
  )

  it.each([
    ['a prompt that is no text', { agentType: 'reader', prompt: 5 }],
    ['an empty prompt', { agentType: 'reader', prompt: ' ' }],
    ['a field too many', { agentType: 'reader', prompt: 'p', model: 'dear' }],
    ['a budget below 0', { agentType: 'reader', prompt: 'p', budgetUsd: -1 }],
    ['a budget that is no number', { agentType: 'reader', prompt: 'p', budgetUsd: '1' }],
    ['no object at all', [1]],
    ['null', null],
  ])('is refused %s', async (_name, input) => {
    expect(await answerTo(calls('spawn_agent', input))).toMatchObject([{ code: 'invalid-input' }])
  })

  it.each([
    ['await_any', { handles: ['c9'] }, 'unknown-handle'],
    ['await_all', { handles: ['c1', 5] }, 'unknown-handle'],
    ['await_all', { handles: [] }, 'invalid-input'],
    ['await_all', { handles: 'c1' }, 'invalid-input'],
    ['cancel_agent', { handle: '__proto__' }, 'unknown-handle'],
    ['cancel_agent', {}, 'unknown-handle'],
    ['parallel_agents', { tasks: [] }, 'invalid-input'],
    ['finish', {}, 'invalid-input'],
    ['finish', { result: 1, verdict: 'accepted' }, 'invalid-input'],
  ])('is told what is wrong with %s %j', async (name, input, code) => {
    expect(await answerTo(calls(name, input))).toMatchObject([{ code }])
  })

  it.each(['{"agentType":', 'reader', '[[[', '['.repeat(100_000)])(
    'is told that %.12s is no JSON',
    async (input) => {
      const answers = await answerTo({ toolCalls: [{ name: 'spawn_agent', input }] })
      expect(answers).toEqual([
        { code: 'invalid-input', reason: 'the arguments are not valid JSON' },
      ])
    },
  )

  it('is told that a tool does not exist', async () => {
    const [answer] = await answerTo(calls('rm_rf', {}))
    expect(answer).toContain('There is no tool "rm_rf"')
  })

  it('gets as many children of 10,000 as maxSpawns allows, each paid once', async () => {
    const prompts = Array.from({ length: 10_000 }, (_, at) => `task ${at}`)
    let answer: unknown
    const played = await play({
      coordinator: [
        starts(...prompts),
        (call) => {
          answer = told(call)[0]
          return calls('await_all', { handles: ['c1', 'c2', 'c3'] })
        },
        finish,
      ],
      options: { maxSpawns: 3 },
    })
    expect(answer).toMatchObject({
      handles: ['c1', 'c2', 'c3'],
      refused: { index: 3, code: 'lifetime' },
    })
    expect([childrenOf(played), played.outcome.status]).toEqual([3, 'ok'])
    expect(played.entries.length).toBeLessThan(40)
  })

  it('gets none of them where maxSpawns is 0', async () => {
    const answers = await answerTo(spawn('reader'), { maxSpawns: 0 })
    expect(answers).toMatchObject([{ code: 'lifetime' }])
  })

  it('that only talks ends as a limit after three replies', async () => {
    const played = await play({ coordinator: [{ text: 'Let me think about it.' }] })
    expect(played.outcome).toMatchObject({
      status: 'error',
      error: {
        code: 'orchestration-rejected',
        message: expect.stringContaining('3 replies without a tool call') as unknown,
        data: { source: 'orchestrator_finish_validation', status: 'limit' },
      },
    })
    expect(played.calls).toHaveLength(3)
  })

  it('that starts and talks for ever ends at its limits, and its children with it', async () => {
    const played = await play({
      coordinator: [(call: Call): Reply => starts(`task ${call.turn}`)],
      options: { limits: { maxTurns: 6 }, maxSpawns: 2 },
    })
    expect(played.outcome).toMatchObject({ status: 'error', error: { data: { status: 'limit' } } })
    expect([played.calls.length - childrenOf(played), childrenOf(played)]).toEqual([6, 2])
  })

  it('that never stops spending ends as exhausted within its budget', async () => {
    const played = await play({
      coordinator: [(call: Call): Reply => starts(`task ${call.turn}`)],
      child: () => ({ text: 'x', usage: { inputTokens: 100, outputTokens: 4000 } }),
      options: { limits: { maxTurns: 1000 } },
      budgetUsd: 0.05,
    })
    expect(played.outcome).toMatchObject({
      status: 'exhausted',
      error: { data: { source: 'orchestrator_budget' } },
    })
    expect(played.outcome.cost.totalUsd).toBeLessThanOrEqual(0.05)
    expect(played.outcome.dropped?.length).toBeGreaterThan(0)
  })

  it('may finish with 5 MB, which are kept once for each text that holds them', async () => {
    const result = { text: 'x'.repeat(5e6) }
    const played = await play({ coordinator: [calls('finish', { result })] })
    expect(played.outcome.value?.result).toEqual(result)
    const inline = played.entries.map((entry) => canonicalJson(entry as never).length)
    expect(Math.max(...inline)).toBeLessThan(9000)
  })

  it('may write -0 or numbers without end, and loses nothing by it', async () => {
    const odd = { toolCalls: [{ name: 'finish', input: '{"result":{"delta":-0.0}}' }] }
    expect((await play({ coordinator: [odd] })).outcome.value?.result).toEqual({ delta: 0 })
    const endless = { toolCalls: [{ name: 'finish', input: '{"result":1e999}' }] }
    expect(await answerTo(endless)).toMatchObject([{ code: 'invalid-input' }])
  })
})
