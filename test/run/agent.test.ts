import { describe, expect, it } from 'vitest'
import {
  type AgentOptions,
  type AgentResult,
  createEngine,
  defineWorkflow,
  memoryStore,
  type Schema,
  tool,
} from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { type Call, type Reply, scriptedModel, virtualClock } from '../../src/testing/index.ts'

const anything = { jsonSchema: {}, validate: (value: unknown) => ({ value }) }

const count: Schema<{ n: number }> = {
  jsonSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  validate(value) {
    const { n } = (value ?? {}) as { n?: unknown }
    return typeof n === 'number'
      ? { value: { n } }
      : { issues: [{ message: 'must be a number', path: ['n'] }] }
  },
}

interface Asked {
  readonly result: AgentResult<unknown>
  readonly calls: readonly Call[]
}

/** Asks one agent, whose model answers from a list of replies; the last one is repeated. */
async function ask(replies: readonly Reply[], options: AgentOptions<unknown> = {}): Promise<Asked> {
  const model = scriptedModel(({ turn }) => replies[Math.min(turn, replies.length) - 1] ?? {})
  const engine = createEngine({ store: memoryStore(), models: { default: model } })
  const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q', options))
  const { value, error } = await engine.run(workflow, undefined).result
  if (error !== undefined) throw new Error(`${error.code}: ${error.message}`)
  return { result: value as AgentResult<unknown>, calls: model.calls }
}

function calling(name: string, input: string | object = {}): Reply {
  return { toolCalls: [{ name, input: input as string }] }
}

/** What the model was last told about its tool calls. */
function toldIn({ calls }: Asked): readonly unknown[] {
  const content = calls.at(-1)?.messages.at(-1)?.content as readonly { output: unknown }[]
  return content.map(({ output }) => output)
}

describe('an agent', () => {
  it('is ok with its answer, what it used and how often it was called', async () => {
    const usage = { inputTokens: 5, outputTokens: 2 }
    expect((await ask([{ text: 'hi', usage }])).result).toEqual({
      status: 'ok',
      output: 'hi',
      text: 'hi',
      turns: 1,
      costUsd: 'unknown',
      usage: { ...usage, cacheReadTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0, unknown: 0 },
    })
  })

  it.each([
    ['an empty reply', { text: '' }, 'error', 'reply-empty'],
    ['a reply of blanks', { text: ' \n' }, 'error', 'reply-empty'],
    ['a reply that was cut off', { text: 'half', finishReason: 'length' }, 'limit', undefined],
    ['a filtered reply', { text: 'x', finishReason: 'content-filter' }, 'refused', undefined],
    ['a broken reply', { text: 'x', finishReason: 'error' }, 'error', 'reply-incomplete'],
    ['another end', { text: 'x', finishReason: 'other' }, 'error', 'reply-incomplete'],
    ['a provider that fails', { error: new Error('down') }, 'error', 'provider-failed'],
  ] as const)('is not ok after %s', async (_name, reply, status, code) => {
    const { result, calls } = await ask([reply])
    expect(result.status).toBe(status)
    expect(result.error?.code).toBe(code)
    expect(result).not.toHaveProperty('output')
    expect(calls).toHaveLength(1)
  })

  it('asks again for an output that does not fit, as often as it may, and keeps what it got', async () => {
    const fit = await ask([{ text: 'n is 1' }, { text: '{"n":"1"}' }, { text: '{"n":1}' }], {
      output: count,
    })
    expect(fit.result).toMatchObject({ status: 'ok', output: { n: 1 }, turns: 3 })
    const never = await ask([{ text: '{"n":"one"}' }], { output: count, maxRepairs: 1 })
    expect(never.result).toMatchObject({
      status: 'error',
      text: '{"n":"one"}',
      partial: { n: 'one' },
      turns: 2,
      error: { code: 'output-invalid', data: { issues: ['n: must be a number'], attempts: 2 } },
    })
    expect(never.calls).toHaveLength(2)
  })

  it('keeps the text of an answer that is no JSON', async () => {
    const { result } = await ask([{ text: '{"n": 1' }], { output: count, maxRepairs: 0 })
    expect(result).toMatchObject({ status: 'error', text: '{"n": 1', usage: { unknown: 0 } })
  })

  it('ends at its turns, and before tool calls that would pass their limit', async () => {
    let ran = 0
    const act = tool({ name: 'act', description: 'a', input: anything, execute: () => (ran += 1) })
    const turns = await ask([calling('act')], { tools: [act], limits: { maxTurns: 4 } })
    expect(turns.result).toMatchObject({ status: 'limit', reason: 'maxTurns of 4 reached' })
    expect([turns.calls.length, ran]).toEqual([4, 4])
    const two = {
      toolCalls: [calling('act'), calling('act')].flatMap((each) => each.toolCalls ?? []),
    }
    const tools = await ask([two], { tools: [act], limits: { maxToolCalls: 3 } })
    expect(tools.result).toMatchObject({ status: 'limit', reason: 'maxToolCalls of 3 reached' })
    expect(ran).toBe(6)
  })
})

describe('a tool call', () => {
  const failing = tool({
    name: 'fails',
    description: 'f',
    input: count,
    execute: () => {
      throw new Error('no such customer')
    },
  })
  const done = { text: 'done' }

  it.each([
    ['with arguments that are no JSON', '{"n":', 'Not run: the arguments are not valid JSON.'],
    ['with arguments that do not fit', '{"n":"1"}', 'Not run: n: must be a number.'],
    ['that fails', '{"n":1}', 'no such customer'],
  ])('%s is told to the model and ends nothing', async (_name, input, value) => {
    const asked = await ask([calling('fails', input), done], { tools: [failing] })
    expect(toldIn(asked)).toEqual([{ type: 'error-text', value }])
    expect(asked.result.status).toBe('ok')
  })

  it('whose validator throws is told to the model too', async () => {
    const input = {
      jsonSchema: {},
      validate: (value: unknown) => ({ value: (value as { a: { b: string } }).a.b }),
    }
    const strict = tool({ name: 'strict', description: 's', input, execute: () => 'ran' })
    const asked = await ask([calling('strict', {}), done], { tools: [strict] })
    expect(toldIn(asked)).toMatchObject([{ type: 'error-text' }])
  })

  it('for a tool that is not there names those that are', async () => {
    const asked = await ask([calling('toString'), done], { tools: [failing] })
    expect(toldIn(asked)).toEqual([
      { type: 'error-text', value: 'There is no tool "toString". Known tools: fails.' },
    ])
  })

  it('shows no more than the ceiling of its tool, and says what was cut', async () => {
    const long = tool({
      name: 'long',
      description: 'l',
      input: anything,
      maxResultChars: 5,
      execute: () => `abcd\u{1f600}efgh`,
    })
    const asked = await ask([calling('long'), done], { tools: [long] })
    const value = 'abcd\n[cut: 4 of 10 characters are shown]'
    expect(toldIn(asked)).toEqual([{ type: 'text', value }])
  })

  it('that takes longer than its tool may is ended and told', async () => {
    const clock = virtualClock({ now: 0 })
    let signalled = false
    const slow = tool({
      name: 'slow',
      description: 's',
      input: anything,
      timeoutMs: 50,
      execute: (_input, { signal }) => {
        signal.addEventListener('abort', () => (signalled = true))
        return new Promise(() => undefined)
      },
    })
    const model = scriptedModel(({ turn }) => (turn === 1 ? calling('slow') : done))
    const engine = createEngine({ store: memoryStore(), clock, models: { default: model } })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q', { tools: [slow] }))
    const { result } = engine.run(workflow, undefined)
    for (let turn = 0; turn < 12; turn += 1) await nextTurn()
    await clock.advance(50)
    expect(await result).toMatchObject({ status: 'ok', value: { status: 'ok' } })
    expect(JSON.stringify(model.calls[1]?.messages)).toContain(
      'Tool \\"slow\\" took longer than 50 ms',
    )
    expect(signalled).toBe(true)
  })

  it('that changes something waits for those before it; reads run at once', async () => {
    const log: string[] = []
    const made = (name: string, effect: 'read' | 'once', late: number): ReturnType<typeof tool> =>
      tool({
        name,
        description: 'd',
        effect,
        input: anything,
        execute: async () => {
          log.push(`${name} begins`)
          for (let turn = 0; turn < late; turn += 1) await nextTurn()
          log.push(`${name} ends`)
        },
      })
    const names = ['slow', 'quick', 'write', 'last']
    const tools = [
      made('slow', 'read', 20),
      made('quick', 'read', 1),
      made('write', 'once', 3),
      made('last', 'read', 1),
    ]
    const all = { toolCalls: names.map((name) => ({ name, input: {} })) }
    await ask([all, done], { tools })
    expect(log).toEqual([
      'slow begins',
      'quick begins',
      'quick ends',
      'slow ends',
      'write begins',
      'write ends',
      'last begins',
      'last ends',
    ])
  })

  it('keeps what it returned, whatever the tool does to it later', async () => {
    const rows: string[] = []
    const list = tool({
      name: 'list',
      description: 'l',
      input: anything,
      execute: () => {
        rows.push(`row ${rows.length + 1}`)
        return rows
      },
    })
    const asked = await ask([calling('list'), calling('list'), done], { tools: [list] })
    const results = asked.calls[2]?.messages.filter(({ role }) => role === 'tool')
    expect(results).toMatchObject([
      { content: [{ output: { value: ['row 1'] } }] },
      { content: [{ output: { value: ['row 1', 'row 2'] } }] },
    ])
  })
})
