import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, prefixOf } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Body = (ctx: Context) => Promise<unknown>

const folder = temporaryFolder()
let files = 0
const stores: readonly (readonly [string, () => JournalStore])[] = [
  ['memoryStore', () => memoryStore()],
  ['sqliteStore', () => sqliteStore({ path: join(folder, `${(files += 1)}.db`) })],
]

const workflowOf = (body: Body) => defineWorkflow({ name: 'w' }, body)

function engineOn(store: JournalStore) {
  const model = scriptedModel(({ prompt }) => ({ text: `re: ${prompt}` }))
  return { engine: createEngine({ store, models: { default: model } }), model }
}

async function recorded(store: JournalStore, body: Body): Promise<void> {
  await engineOn(store).engine.run(workflowOf(body), undefined, { runId: 'r' }).result
}

/** A store that fails as soon as anything is to be written or leased. */
function readOnly(store: JournalStore): JournalStore {
  const refuse = (): never => {
    throw new Error('nothing may be written')
  }
  return { ...store, append: refuse, lease: refuse, putBlob: refuse, post: refuse, spend: refuse }
}

function sequence(...prompts: readonly string[]): Body {
  return async (ctx) => {
    for (const prompt of prompts) await ctx.agent(prompt)
  }
}

function listed(...prompts: readonly string[]): Body {
  return (ctx) => ctx.parallel(prompts.map((prompt) => async () => (await ctx.agent(prompt)).text))
}

const edits: readonly (readonly [string, Body, Body, object])[] = [
  ['nothing', sequence('a', 'b'), sequence('a', 'b'), counts(2, 0, 0, 0)],
  ['one added at the end', sequence('a', 'b'), sequence('a', 'b', 'c'), counts(2, 1, 0, 0)],
  ['one removed', sequence('a', 'b', 'c'), sequence('a', 'c'), counts(2, 0, 0, 1)],
  ['one put before the rest', sequence('a', 'b'), sequence('x', 'a', 'b'), counts(0, 1, 0, 2)],
  [
    'one put before four',
    listed('a', 'b', 'c', 'd'),
    listed('x', 'a', 'b', 'c', 'd'),
    counts(4, 1, 0, 0),
  ],
  ['a sequence moved into a list', sequence('a', 'b'), listed('b', 'a'), counts(2, 0, 0, 0)],
]

function counts(hits: number, misses: number, reruns: number, orphans: number): object {
  return { hits, misses, reruns, orphans }
}

describe.each(stores)('engine.preview() on %s', (_name, makeStore) => {
  it.each(edits)('counts what an edit changes: %s', async (_edit, before, after, expected) => {
    const store = makeStore()
    await recorded(store, before)
    const entries = await entriesOf(store, 'r')
    const { engine, model } = engineOn(readOnly(store))
    expect(await engine.preview('r', workflowOf(after))).toEqual(expected)
    expect(model.calls).toHaveLength(0)
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })
})

describe('engine.preview()', () => {
  it('counts what a crash cut off, and runs no step', async () => {
    const store = memoryStore()
    let runs = 0
    const body: Body = async (ctx) => {
      await ctx.agent('a')
      return ctx.step('s', async () => (runs += 1))
    }
    await recorded(store, body)
    const entries = await entriesOf(store, 'r')
    const cut = await prefixOf(store, 'r', entries.length - 2)
    const { engine } = engineOn(readOnly(cut))
    expect(await engine.preview('r', workflowOf(body))).toEqual(counts(1, 0, 1, 0))
    expect(runs).toBe(1)
  })

  it('counts what failed as what a resume would try again', async () => {
    const store = memoryStore()
    const body: Body = (ctx) =>
      ctx.step('s', async () => {
        throw new Error('no')
      })
    await recorded(store, body)
    expect(await engineOn(store).engine.preview('r', workflowOf(body))).toEqual(counts(0, 0, 1, 0))
  })

  it('looks at a run that this process drives, without disturbing it', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const going = Promise.withResolvers<void>()
    const under = Promise.withResolvers<void>()
    const body: Body = async (ctx) => {
      await ctx.agent('a')
      await ctx.step('s', async () => {
        under.resolve()
        await going.promise
      })
    }
    const handle = engine.run(workflowOf(body), undefined, { runId: 'r' })
    await under.promise
    expect(await engine.preview('r', workflowOf(body))).toEqual(counts(1, 0, 1, 0))
    going.resolve()
    expect(await handle.result).toMatchObject({ status: 'ok', replay: { misses: 2 } })
  })

  it('counts the parts of a child that was answered as a whole as asked for', async () => {
    const store = memoryStore()
    const model = scriptedModel(({ role, turn, prompt }) => {
      if (role !== 'coordinator') return { text: `re: ${prompt}` }
      const input = [
        { name: 'spawn_agent', input: { agentType: 'reader', prompt: 'q' } },
        { name: 'await_all', input: { handles: ['c1'] } },
      ][turn - 1] ?? { name: 'finish', input: { result: 'r' } }
      return { toolCalls: [input] }
    })
    const profiles = { reader: { description: 'reads' } }
    const engine = createEngine({ store, models: { default: model }, profiles })
    const workflow = workflowOf((ctx) => ctx.orchestrate('goal'))
    expect(await engine.run(workflow, undefined, { runId: 'r' }).result).toMatchObject({
      status: 'ok',
    })
    expect(await engine.preview('r', workflow)).toEqual(counts(4, 0, 0, 0))
  })

  it('ends for code that awaits something that never comes, and follows it while it moves', async () => {
    const store = memoryStore()
    await recorded(store, sequence('a', 'b'))
    const stuck = workflowOf(async (ctx) => {
      await ctx.agent('a')
      await systemClock.sleep(20)
      await ctx.agent('b')
      await new Promise(() => undefined)
    })
    expect(await engineOn(store).engine.preview('r', stuck)).toEqual(counts(2, 0, 0, 0))
  })

  it('waits for no timer and takes no signal', async () => {
    const store = memoryStore()
    await recorded(store, sequence('a'))
    const waiting = workflowOf(async (ctx) => {
      await ctx.agent('a')
      await Promise.all([ctx.sleep(10), ctx.signal('go')])
    })
    const { engine } = engineOn(readOnly(store))
    expect(await engine.preview('r', waiting)).toEqual(counts(1, 2, 0, 0))
  })

  it('refuses an unknown run, an unknown workflow and another one by code', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    await recorded(store, sequence('a'))
    await expect(engine.preview('none')).rejects.toMatchObject({ code: 'run-unknown' })
    await expect(engine.preview('r')).rejects.toMatchObject({ code: 'workflow-unknown' })
    const other = defineWorkflow({ name: 'other' }, async () => 1)
    await expect(engine.preview('r', other)).rejects.toMatchObject({ code: 'run-mismatch' })
  })
})

describe('generations', () => {
  it('tell, run and preview each edit of a settled run; the latest gives the status', async () => {
    const store = memoryStore()
    const { engine, model } = engineOn(store)
    const fails: Body = async (ctx) => {
      await sequence('a', 'b', 'c')(ctx)
      throw new Error('no')
    }
    const bodies = [sequence('a'), sequence('a', 'b'), fails, sequence('a', 'b', 'c', 'd')]
    const [first, ...later] = bodies.map(workflowOf)
    await engine.run(first as never, undefined, { runId: 'r' }).result
    const statuses = ['ok', 'error', 'ok']
    for (const [at, workflow] of later.entries()) {
      expect(await engine.preview('r', workflow)).toEqual(counts(at + 1, 1, 0, 0))
      const { status, replay } = await engine.resume('r', workflow).result
      expect([status, replay.hits, replay.misses]).toEqual([statuses[at], at + 1, 1])
      const view = await engine.inspect('r')
      expect(view).toMatchObject({ status, generation: at + 2, outcome: { status } })
      for await (const row of engine.runs({ runId: 'r' })) expect(row.status).toBe(status)
    }
    expect(model.calls).toHaveLength(4)
    const back = await engine.resume('r', workflowOf(fails)).result
    expect([back.status, back.replay.misses]).toEqual(['error', 0])
    expect(await engine.inspect('r')).toMatchObject({ status: 'error', generation: 5 })
    expect(model.calls).toHaveLength(4)
  })
})
