import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../testing/scripted-model.ts'
import { type Called, callModel } from './call.ts'
import { modelRouter } from './route.ts'

const usage = {
  inputTokens: { total: 5, noCache: 5, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 2, text: 2, reasoning: 0 },
}
const finish = { type: 'finish', usage, finishReason: { unified: 'stop', raw: 'stop' } }
const begin = { type: 'stream-start', warnings: [] }

function text(...deltas: readonly string[]): readonly object[] {
  const pieces = deltas.map((delta) => ({ type: 'text-delta', id: '0', delta }))
  return [{ type: 'text-start', id: '0' }, ...pieces, { type: 'text-end', id: '0' }]
}

/** Calls a model that streams these parts; an error among them breaks the stream there. */
function called(parts: readonly unknown[], heard: string[] = []): Promise<Called> {
  const stream = async function* (): AsyncIterable<unknown> {
    for (const part of parts) {
      if (part instanceof Error) throw part
      yield part
    }
  }
  const model = {
    ...scriptedModel(() => ({})),
    doStream: async () => ({ stream: ReadableStream.from(stream()) as never }),
  }
  const routed = modelRouter({ providers: {}, models: {} }).route(model, 'default')
  const { signal } = new AbortController()
  return callModel(routed, { prompt: [] }, { signal, onText: (piece) => heard.push(piece) })
}

describe('callModel()', () => {
  it('puts the parts of a stream together, and tells the text as it comes', async () => {
    const heard: string[] = []
    const reasoning = [
      { type: 'reasoning-start', id: 'r' },
      { type: 'reasoning-delta', id: 'r', delta: 'hm' },
      { type: 'reasoning-end', id: 'r', providerMetadata: { p: { signature: 's' } } },
    ]
    const tool = { type: 'tool-call', toolCallId: 't', toolName: 'f', input: '{"a":1}' }
    const answer = await called([begin, ...reasoning, ...text('a', 'b'), tool, finish], heard)
    expect(answer).toEqual({
      ok: true,
      usage: {
        inputTokens: 5,
        outputTokens: 2,
        cacheReadTokens: 0,
        cacheWriteTokens: 0,
        reasoningTokens: 0,
        unknown: 0,
      },
      reply: {
        finishReason: 'stop',
        parts: [
          { type: 'reasoning', text: 'hm', provider: { p: { signature: 's' } } },
          { type: 'text', text: 'ab' },
          tool,
        ],
      },
    })
    expect(heard).toEqual(['a', 'b'])
  })

  it('is no success without the terminal event, whatever came before it', async () => {
    expect(await called([begin, ...text('all of the answer')])).toMatchObject({
      ok: false,
      billed: true,
      error: { code: 'reply-incomplete', data: { model: 'scripted:script' } },
    })
    expect(await called([])).toMatchObject({ ok: false, error: { code: 'reply-incomplete' } })
  })

  it('fails at an error part, as retryable unless the provider says otherwise', async () => {
    const overloaded = Object.assign(new Error('overloaded'), { statusCode: 529 })
    expect(await called([begin, ...text('a'), { type: 'error', error: overloaded }])).toMatchObject(
      {
        ok: false,
        billed: true,
        error: { code: 'provider-failed', data: { retryable: true, statusCode: 529 } },
      },
    )
    const final = Object.assign(new Error('bad'), { statusCode: 503, isRetryable: false })
    expect(await called([{ type: 'error', error: final }])).toMatchObject({
      error: { data: { retryable: false } },
    })
  })

  it.each([
    ['a stream cut in the middle', [begin, ...text('a'), new Error('socket hang up')], true],
    ['a connection lost before the first part', [begin, new Error('ECONNRESET')], true],
    ['a request turned down', [Object.assign(new Error('no'), { statusCode: 401 })], false],
  ])('knows whether %s may have been billed', async (_name, parts, billed) => {
    expect(await called(parts)).toMatchObject({ ok: false, billed })
  })

  it('keeps what was reported before a stream broke', async () => {
    expect(await called([begin, finish, new Error('late')])).toMatchObject({
      ok: false,
      usage: { inputTokens: 5 },
    })
  })

  it('passes over parts that it does not know', async () => {
    const parts = [begin, { type: 'raw', rawValue: 1 }, { type: 'new-kind' }, ...text('a'), finish]
    expect(await called(parts)).toMatchObject({ ok: true, reply: { parts: [{ text: 'a' }] } })
  })

  it('keeps text whose part was never begun or never ended', async () => {
    const delta = { type: 'text-delta', id: '9', delta: 'kept' }
    expect(await called([begin, delta, finish])).toMatchObject({
      reply: { parts: [{ type: 'text', text: 'kept' }] },
    })
  })

  it('leaves out metadata that JSON cannot carry, and keeps the reply', async () => {
    const [start, delta] = text('a')
    const ended = { type: 'text-end', id: '0', providerMetadata: { p: { at: new Date(0) } } }
    expect(await called([begin, start, delta, ended, finish])).toMatchObject({
      ok: true,
      reply: { parts: [{ type: 'text', text: 'a' }] },
    })
  })

  it('reads the finish reason and usage of a V2 model', async () => {
    const flat = { type: 'finish', finishReason: 'length', usage: { inputTokens: 1 } }
    const answer = await called([...text('a'), flat])
    expect(answer).toMatchObject({ ok: true, reply: { finishReason: 'length' } })
    expect(answer).not.toHaveProperty('usage')
  })
})
