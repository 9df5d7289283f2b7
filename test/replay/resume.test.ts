import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { type Call, type Reply, scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, prefixOf } from '../support/journal.ts'

type Body = (ctx: Context) => Promise<unknown>

interface Driven {
  readonly outcome: { readonly status: string; readonly value?: unknown; readonly replay: object }
  readonly calls: number
}

const anything = { jsonSchema: {}, validate: (value: unknown) => ({ value }) }

/** Runs or resumes run `r`. */
async function drive(
  store: JournalStore,
  body: Body,
  script: (call: Call) => Reply | Promise<Reply> = ({ prompt }) => ({ text: `re: ${prompt}` }),
): Promise<Driven> {
  const model = scriptedModel(script)
  const engine = createEngine({ store, models: { default: model } })
  const workflow = defineWorkflow({ name: 'w' }, body)
  const isNew = (await entriesOf(store, 'r')).length === 0
  const handle = isNew
    ? engine.run(workflow, undefined, { runId: 'r' })
    : engine.resume('r', workflow)
  return { outcome: await handle.result, calls: model.calls.length }
}

/** The journal of a run up to the last entry of a type, as a crash there leaves it. */
async function cutAfter(store: JournalStore, type: string): Promise<JournalStore> {
  const entries = await entriesOf(store, 'r')
  return prefixOf(store, 'r', entries.findLastIndex((entry) => entry.type === type) + 1)
}

describe('resume of a run that ended as error', () => {
  it('repeats nothing that was completed and tries again what failed', async () => {
    const store = memoryStore()
    const done: string[] = []
    let broken = true
    const body: Body = async (ctx) => {
      const one = await ctx.step('one', async () => done.push('one'))
      const agent = await ctx.agent('q')
      const two = await ctx.step('two', async () => {
        done.push('two')
        if (broken) throw new Error('down')
        return 2
      })
      return [one, agent.text, two]
    }
    const first = await drive(store, body)
    expect(first.outcome).toMatchObject({ status: 'error', error: { message: 'down' } })
    const still = await drive(store, body)
    expect(still.outcome).toMatchObject({ status: 'error', replay: { hits: 2, reruns: 1 } })
    broken = false
    const mended = await drive(store, body)
    expect(mended.outcome).toMatchObject({ status: 'ok', value: [1, 're: q', 2] })
    expect([done, still.calls, mended.calls]).toEqual([['one', 'two', 'two', 'two'], 0, 0])
  })

  it('keeps five of seven children when a limit cut off the sixth, and calls two', async () => {
    const store = memoryStore()
    let left = 5
    const limited = ({ prompt }: Call): Reply => {
      left -= 1
      if (left < 0) return { error: Object.assign(new Error('limit'), { statusCode: 429 }) }
      return { text: `re: ${prompt}` }
    }
    const body: Body = async (ctx) => {
      const texts: string[] = []
      for (let child = 1; child <= 7; child += 1) {
        const { status, text, error } = await ctx.agent(`child ${child}`)
        if (status !== 'ok') throw new Error(error?.message)
        texts.push(text)
      }
      return texts
    }
    const first = await drive(store, body, limited)
    expect([first.outcome.status, first.calls]).toEqual(['error', 6])
    const second = await drive(store, body)
    expect([second.outcome.status, second.calls]).toEqual(['ok', 2])
  })

  it('goes on trying what failed after a crash in the middle of that', async () => {
    const store = memoryStore()
    let broken = true
    const body: Body = async (ctx) => {
      const attempt = async (name: string): Promise<string> =>
        ctx.step(name, async () => {
          if (broken) throw new Error(`${name} is down`)
          return name
        })
      return ctx.parallel({ a: () => attempt('a'), b: () => attempt('b') })
    }
    await drive(store, body)
    broken = false
    await drive(store, body)
    const reopened = await cutAfter(store, 'run-reopened')
    const resumed = await drive(reopened, body)
    expect(resumed.outcome).toMatchObject({ status: 'ok', value: { a: 'a', b: 'b' } })
  })

  it('does not ask a tool again whose failure its model was told of', async () => {
    const store = memoryStore()
    let toolCalls = 0
    let broken = true
    const flaky = tool({
      name: 'flaky',
      description: 'f',
      effect: 'read',
      input: anything,
      execute: () => {
        toolCalls += 1
        throw new Error('no such file')
      },
    })
    const body: Body = async (ctx) => {
      const { text } = await ctx.agent('q', { tools: [flaky] })
      await ctx.step('late', async () => {
        if (broken) throw new Error('down')
      })
      return text
    }
    const script = ({ turn }: Call): Reply =>
      turn === 1 ? { toolCalls: [{ name: 'flaky', input: {} }] } : { text: 'without it' }
    await drive(store, body, script)
    broken = false
    const resumed = await drive(store, body, script)
    expect(resumed.outcome).toMatchObject({ status: 'ok', value: 'without it' })
    expect([toolCalls, resumed.calls]).toEqual([1, 0])
  })

  it('does not repeat a once step that failed', async () => {
    const store = memoryStore()
    let charged = 0
    const body: Body = (ctx) =>
      ctx.step(
        'charge',
        async () => {
          charged += 1
          throw new Error('timed out')
        },
        { effect: 'once' },
      )
    await drive(store, body)
    const resumed = await drive(store, body)
    expect(resumed.outcome).toMatchObject({ status: 'error', error: { message: 'timed out' } })
    expect(charged).toBe(1)
  })
})

describe('resume after a crash in the middle of an effect', () => {
  it('does not repeat a once step, and hands out its key', async () => {
    const store = memoryStore()
    const keys: string[] = []
    const body: Body = (ctx) =>
      ctx.step('charge', async ({ idempotencyKey }) => keys.push(idempotencyKey), {
        effect: 'once',
      })
    await drive(store, body)
    const crashed = await cutAfter(store, 'step-started')
    for (let time = 0; time < 3; time += 1) {
      const { outcome } = await drive(crashed, body)
      const value = { outcome: 'unknown', idempotencyKey: keys[0] }
      expect(outcome).toMatchObject({ status: 'ok', value })
    }
    expect(keys).toHaveLength(1)
  })

  it.each([
    ['once', 1],
    ['idempotent', 2],
    ['read', 2],
  ] as const)('runs a tool with effect %s %d times in all', async (effect, times) => {
    const store = memoryStore()
    const keys: string[] = []
    const act = tool({
      name: 'act',
      description: 'a',
      effect,
      input: anything,
      execute: (_input, { idempotencyKey }) => keys.push(idempotencyKey),
    })
    let told: unknown
    const body: Body = async (ctx) => (await ctx.agent('q', { tools: [act] })).text
    const script = ({ turn, messages }: Call): Reply => {
      if (turn === 1) return { toolCalls: [{ name: 'act', input: {} }] }
      told = messages.at(-1)?.content
      return { text: 'done' }
    }
    await drive(store, body, script)
    const entries = await entriesOf(store, 'r')
    const at = entries.findIndex((entry) => entry.type === 'step-started' && entry.kind === 'tool')
    const crashed = await prefixOf(store, 'r', at + 1)
    const resumed = await drive(crashed, body, script)
    expect(resumed.outcome).toMatchObject({ status: 'ok', value: 'done' })
    expect(keys).toHaveLength(times)
    expect(new Set(keys).size).toBe(1)
    const isTold = JSON.stringify(told).includes('"outcome":"unknown"')
    expect(isTold).toBe(effect === 'once')
  })

  it('calls a model again, lists that as unknown and keeps the reservation', async () => {
    const store = memoryStore()
    const body: Body = async (ctx) => (await ctx.agent('q')).text
    await drive(store, body)
    const crashed = await cutAfter(store, 'step-started')
    const resumed = await drive(crashed, body)
    expect(resumed.calls).toBe(1)
    expect(resumed.outcome).toMatchObject({
      status: 'ok',
      value: 're: q',
      cost: { unknown: 1, requests: 2 },
      replay: { hits: 0, misses: 0, reruns: 1, unknown: 1 },
    })
  })

  it('does not call a model again where onAmbiguous is fail', async () => {
    const store = memoryStore()
    const model = scriptedModel(() => ({ text: 'hi' }))
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q'))
    const engineOn = (on: JournalStore): ReturnType<typeof createEngine> =>
      createEngine({ store: on, models: { default: model }, onAmbiguous: 'fail' })
    await engineOn(store).run(workflow, undefined, { runId: 'r' }).result
    const crashed = await cutAfter(store, 'step-started')
    const outcome = await engineOn(crashed).resume('r', workflow).result
    expect(outcome).toMatchObject({ status: 'ok', value: { status: 'error' } })
    expect(model.calls).toHaveLength(1)
  })
})

describe('errors on replay', () => {
  it('are equal in code, message and data, and change no key', async () => {
    const store = memoryStore()
    let steps = 0
    const body: Body = async (ctx) => {
      const caught = await ctx
        .step('fails', async () => {
          throw Object.assign(new Error('gone'), { code: 'ENOENT', data: { path: 'x' } })
        })
        .catch((error: unknown) => ({ ...(error as object), message: (error as Error).message }))
      return ctx.step('after', async () => (steps += 1), { deps: caught as never })
    }
    const first = await drive(store, body)
    const second = await drive(store, body)
    expect(first.outcome).toMatchObject({ status: 'ok', value: 1 })
    expect(second.outcome).toMatchObject({ value: 1, replay: { hits: 2, misses: 0 } })
    expect(steps).toBe(1)
  })
})
