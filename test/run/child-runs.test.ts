import { describe, expect, it } from 'vitest'
import {
  type Context,
  createEngine,
  defineWorkflow,
  memoryStore,
  type Workflow,
} from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { scriptedModel, virtualClock } from '../../src/testing/index.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

const price = { inputUsdPerMTok: 1, outputUsdPerMTok: 1 }
const pricing = { 'scripted:script': price }

/** A model whose every call costs the same: 1,000 tokens each way. */
function model(): ReturnType<typeof scriptedModel> {
  return scriptedModel(() => ({ text: 'ok', usage: { inputTokens: 1_000, outputTokens: 1_000 } }))
}

const ask = defineWorkflow({ name: 'ask' }, async (ctx, question: string) => {
  const { status } = await ctx.agent(question, { maxOutputTokens: 1_000, label: 'asker' })
  return status
})

async function childOf(store: ReturnType<typeof memoryStore>, runId: string): Promise<string> {
  for (const entry of await entriesOf(store, runId)) {
    if (entry.type === 'step-started' && entry.childRunId !== undefined) return entry.childRunId
  }
  throw new Error('the run has no child')
}

describe('ctx.workflow()', () => {
  it('runs a workflow as a run of its own and costs it once, under its label', async () => {
    const store = memoryStore()
    const engine = createEngine({ store, pricing, models: { default: model() } })
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const one = await ctx.phase('asking', () => ctx.workflow(ask, 'a'))
      return [one, (await ctx.agent('b', { label: 'own' })).status]
    })
    const outcome = await engine.run(workflow, undefined, { runId: 'r' }).result
    expect(outcome).toMatchObject({ status: 'ok', value: ['ok', 'ok'] })
    expect(outcome.cost).toMatchObject({
      totalUsd: 0.004,
      requests: 2,
      byModel: { 'scripted:script': 0.004 },
      byPhase: { '': 0.002, asking: 0.002 },
      byAgent: { ask: 0.002, own: 0.002 },
    })
    expect(outcome.usage).toMatchObject({ inputTokens: 2_000, outputTokens: 2_000, unknown: 0 })
    const child = await childOf(store, 'r')
    expect(await engine.inspect(child)).toMatchObject({
      workflow: 'ask',
      status: 'ok',
      cost: { byAgent: { asker: 0.002 } },
    })
    const [started] = await entriesOf(store, child)
    expect(started).toMatchObject({ type: 'run-started', parent: { runId: 'r', depth: 1 } })
    const again = await engine.resume('r', workflow).result
    expect(equalPart(again)).toEqual(equalPart(outcome))
    expect(again.cost).toEqual(outcome.cost)
  })

  it('says "unknown" three levels up of a call whose usage nobody reported', async () => {
    const engine = createEngine({ store: memoryStore(), pricing, models: { default: model() } })
    const silent = scriptedModel(() => ({ text: 'ok', usage: undefined }))
    const leaf = defineWorkflow({ name: 'leaf' }, async (ctx) => {
      await ctx.agent('known')
      await ctx.agent('unknown', { model: silent })
    })
    const middle = defineWorkflow({ name: 'middle' }, (ctx) => ctx.workflow(leaf, undefined))
    const top = defineWorkflow({ name: 'top' }, (ctx) => ctx.workflow(middle, undefined))
    const outcome = await engine.run(top, undefined).result
    expect(outcome.cost).toMatchObject({ requests: 2, unknown: 1, totalUsd: 0.002 })
    expect(outcome.usage.unknown).toBe(1)
  })

  it('sets an allotment aside in its parent, and gives back what was not spent', async () => {
    const store = memoryStore()
    const engine = createEngine({ store, pricing, models: { default: model() } })
    const seen: number[] = []
    const watcher = defineWorkflow({ name: 'watcher' }, async (ctx) => {
      seen.push(ctx.budget.leftUsd)
      return (await ctx.agent('q', { maxOutputTokens: 1_000 })).status
    })
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      await ctx.workflow(watcher, undefined, { budgetUsd: 0.02 })
      seen.push(ctx.budget.leftUsd, ctx.budget.reservedUsd)
      await ctx.workflow(watcher, { again: true } as never)
    })
    await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 0.1 }).result
    expect(seen).toEqual([0.02, 0.098, 0, 0.098])
    const [child] = (await entriesOf(store, 'r')).filter(({ type }) => type === 'step-started')
    expect(child).toMatchObject({ kind: 'child', reservedNanoUsd: 20_000_000 })
  })

  it('refuses an allotment that its parent cannot cover, the same on a replay', async () => {
    const engine = createEngine({ store: memoryStore(), pricing, models: { default: model() } })
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const code = (error: { code: string }): string => error.code
      return ctx.workflow(ask, 'q', { budgetUsd: 1 }).catch(code)
    })
    const handle = engine.run(workflow, undefined, { runId: 'r', budgetUsd: 0.5 })
    const outcome = await handle.result
    expect(outcome).toMatchObject({ status: 'ok', value: 'budget-refused' })
    expect(equalPart(await engine.resume('r', workflow).result)).toEqual(equalPart(outcome))
  })

  it('throws the error of its child, and a resume tries again what failed, in the same child', async () => {
    const store = memoryStore()
    let tries = 0
    const failing = defineWorkflow({ name: 'failing' }, async (ctx) => {
      await ctx.agent('paid', { maxOutputTokens: 1_000 })
      return ctx.step('brittle', async () => {
        tries += 1
        if (tries === 1) throw new Error('brittle')
        return 'mended'
      })
    })
    const spent: number[] = []
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const value = await ctx.workflow(failing, undefined)
      spent.push(ctx.budget.spentUsd)
      return value
    })
    const scripted = model()
    const engine = createEngine({ store, pricing, models: { default: scripted } })
    const options = { runId: 'r', budgetUsd: 0.01 }
    const failed = await engine.run(workflow, undefined, options).result
    expect(failed).toMatchObject({ status: 'error', error: { message: 'brittle' } })
    expect(failed.cost.totalUsd).toBe(0.002)
    const outcome = await engine.resume('r', workflow).result
    expect(outcome).toMatchObject({ status: 'ok', value: 'mended' })
    expect(outcome.cost.totalUsd).toBe(0.002)
    expect(spent).toEqual([0.002])
    expect(scripted.calls).toHaveLength(1)
    const attempts = (await entriesOf(store, 'r')).filter(({ type }) => type === 'step-started')
    expect(attempts).toMatchObject([
      { reservedNanoUsd: 10_000_000, allottedNanoUsd: 10_000_000 },
      { reservedNanoUsd: 8_000_000, allottedNanoUsd: 10_000_000 },
    ])
    expect(
      new Set(attempts.map((each) => (each as never as { childRunId: string }).childRunId)).size,
    ).toBe(1)
  })

  it('that is suspended suspends its parent, and goes on with it', async () => {
    const store = memoryStore()
    let entered = 0
    const child = defineWorkflow({ name: 'child' }, async (ctx) => {
      await ctx.step('once', async () => (entered += 1))
      return ctx.signal('key', { prompt: 'Well?' })
    })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.workflow(child, undefined))
    const engine = createEngine({ store, workflows: [workflow] })
    const suspended = await engine.run(workflow, undefined, { runId: 'r' }).result
    const runId = await childOf(store, 'r')
    const pending = [{ kind: 'signal', key: 'key', prompt: 'Well?', runId }]
    expect(suspended).toMatchObject({ status: 'suspended', pending })
    const entries = await entriesOf(store, 'r')
    expect(await engine.resume('r').result).toMatchObject({ status: 'suspended', pending })
    expect(await entriesOf(store, 'r')).toEqual(entries)
    expect(await engine.signal('r', 'key', 1)).toEqual({ ok: false, reason: 'not-awaited' })
    expect(await engine.signal(runId, 'key', 'yes')).toEqual({ ok: true })
    expect(await engine.resume('r').result).toMatchObject({ status: 'ok', value: 'yes' })
    expect(entered).toBe(1)
  })

  it('goes on while its parent does other work, once it is answered or its time has come', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const gate = Promise.withResolvers<void>()
    const told: unknown[] = []
    const child = defineWorkflow({ name: 'child' }, async (ctx, what: string) => {
      if (what === 'timer') await ctx.sleep(60_000)
      return what === 'timer' ? 'rang' : ctx.signal('key')
    })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.parallel({
        work: () => ctx.step('work', () => gate.promise),
        timer: async () => told.push(await ctx.workflow(child, 'timer')),
        signal: async () => told.push(await ctx.workflow(child, 'signal')),
      }),
    )
    const engine = createEngine({ store, clock })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await turns(100)
    const children = (await Array.fromAsync(engine.runs({ workflow: 'child' }))).map((each) => each)
    expect(children).toMatchObject([{ status: 'suspended' }, { status: 'suspended' }])
    for (const { runId } of children) await engine.signal(runId, 'key', 'answered')
    await turns(100)
    expect(told).toEqual(['answered'])
    await clock.advance(60_000)
    await turns(100)
    expect(told).toEqual(['answered', 'rang'])
    gate.resolve()
    expect(await handle.result).toMatchObject({ status: 'ok' })
  })

  it('is cancelled with its parent, whatever it does', async () => {
    const store = memoryStore()
    const reached = Promise.withResolvers<void>()
    const busy = defineWorkflow({ name: 'busy' }, async (ctx) => {
      reached.resolve()
      await ctx.step(
        'wait',
        ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', resolve)),
      )
    })
    const idle = defineWorkflow({ name: 'idle' }, (ctx) => ctx.signal('never'))
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.parallel([() => ctx.workflow(busy, undefined), () => ctx.workflow(idle, undefined)]),
    )
    const engine = createEngine({ store })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await reached.promise
    await turns(100)
    await handle.cancel('enough')
    expect(await handle.result).toMatchObject({
      status: 'cancelled',
      error: { data: { reason: 'enough' } },
    })
    const runs = await Array.fromAsync(engine.runs())
    const statuses = Object.fromEntries(runs.map((each) => [each.workflow, each.status]))
    expect(statuses).toEqual({ busy: 'cancelled', idle: 'cancelled', w: 'cancelled' })
  })

  it('is left to be resumed where its engine is closed', async () => {
    const store = memoryStore()
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const child = defineWorkflow({ name: 'child' }, (ctx) =>
      ctx.step('s', async () => {
        reached.resolve()
        await gate.promise
        return 'done'
      }),
    )
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.workflow(child, undefined))
    const engine = createEngine({ store: { ...store, close: async () => undefined } })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await reached.promise
    await engine.close()
    await expect(handle.result).rejects.toMatchObject({ code: 'engine-closed' })
    gate.resolve()
    const resumed = await createEngine({ store }).resume('r', workflow).result
    expect(resumed).toMatchObject({ status: 'ok', value: 'done' })
    const types = (await entriesOf(store, await childOf(store, 'r'))).map(({ type }) => type)
    expect(types.filter((type) => type === 'run-started')).toHaveLength(1)
  })

  it('nests eight levels deep, and refuses the ninth', async () => {
    const nest: Workflow<number, number> = defineWorkflow(
      { name: 'nest' },
      async (ctx: Context, level: number): Promise<number> => {
        try {
          return await ctx.workflow(nest, level + 1)
        } catch (error) {
          const { code, data } = error as { code: string; data: { limit: number } }
          if (code !== 'child-too-deep' || data.limit !== 8) throw error
          return level
        }
      },
    )
    const engine = createEngine({ store: memoryStore() })
    expect(await engine.run(nest, 0).result).toMatchObject({ status: 'ok', value: 8 })
  })

  it('pays and starts nothing twice from any prefix of its parent and its child', async () => {
    const store = memoryStore()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => [
      await ctx.workflow(ask, 'a'),
      await ctx.workflow(ask, 'b'),
    ])
    const engine = createEngine({ store, pricing, models: { default: model() } })
    const outcome = await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 1 }).result
    const entries = await entriesOf(store, 'r')
    for (let count = 1; count <= entries.length; count += 1) {
      const copy = await prefixOf(store, 'r', count)
      const scripted = model()
      const other = createEngine({ store: copy, pricing, models: { default: scripted } })
      const again = await other.resume('r', workflow).result
      expect([count, equalPart(again)]).toEqual([count, equalPart(outcome)])
      expect(again.cost.totalUsd).toBe(outcome.cost.totalUsd)
      const held = entries.slice(0, count).filter((entry) => entry.type === 'step-completed').length
      expect(scripted.calls).toHaveLength(2 - held)
    }
  })
})
