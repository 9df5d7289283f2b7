import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { scriptedModel, virtualClock } from '../../src/testing/index.ts'
import { entriesOf, equalPart } from '../support/journal.ts'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

const offsets = Array.from({ length: 24 }, (_, at) => at)

/** Ways to cancel a run: by its handle, and by the signal that it was given. */
const ways = ['handle', 'signal'] as const

describe('cancellation', () => {
  it.each(ways)('by %s is heeded or too late, at any offset', async (way) => {
    const statuses = new Set<string>()
    for (const offset of offsets) {
      const store = memoryStore()
      const model = scriptedModel(async () => {
        await turns(2)
        return { text: 'ok' }
      })
      let hasReturned = false
      const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
        await ctx.step('one', () => turns(1))
        const { status } = await ctx.agent('q')
        await ctx.parallel([() => ctx.agent('a'), () => ctx.step('two', () => turns(1))])
        hasReturned = true
        return status
      })
      const controller = new AbortController()
      const { signal } = controller
      const engine = createEngine({ store, models: { default: model } })
      const handle = engine.run(workflow, undefined, { runId: 'r', signal })
      await turns(offset)
      const isEarly = !hasReturned
      if (way === 'handle') await handle.cancel('enough')
      else controller.abort(new Error('enough'))
      const outcome = await handle.result
      statuses.add(outcome.status)
      expect([offset, isEarly, outcome.status]).not.toEqual([offset, true, 'ok'])
      const reasons = outcome.status === 'cancelled' ? { reason: 'enough' } : undefined
      expect(outcome.error?.data).toEqual(reasons)
      const entries = await entriesOf(store, 'r')
      const started = entries.filter(({ type }) => type === 'step-started')
      const ended = entries.filter(({ type }) => /step-(completed|failed)/.test(type))
      expect(ended).toHaveLength(started.length)
      expect(entries.at(-1)).toMatchObject({ type: 'run-settled', status: outcome.status })
    }
    expect([...statuses].sort()).toEqual(['cancelled', 'ok'])
  })

  it('before the first step dispatches nothing', async () => {
    const model = scriptedModel(() => ({ text: 'ok' }))
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q'))
    const engine = createEngine({ store: memoryStore(), models: { default: model } })
    const signal = AbortSignal.abort('never mind')
    const outcome = await engine.run(workflow, undefined, { signal }).result
    expect(outcome).toMatchObject({
      status: 'cancelled',
      error: { data: { reason: 'never mind' } },
    })
    expect(model.calls).toHaveLength(0)
  })

  it('is final: a resume hands out the recorded outcome and writes nothing', async () => {
    const store = memoryStore()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      await ctx.step('one', async () => 1)
      await new Promise((resolve) => ctx.abortSignal.addEventListener('abort', resolve))
    })
    const engine = createEngine({ store })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await turns(6)
    await handle.cancel()
    const outcome = await handle.result
    const entries = await entriesOf(store, 'r')
    expect(await engine.resume('r', workflow).result).toEqual(outcome)
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })

  it('is too late for a run that had settled before it was resumed', async () => {
    const store = memoryStore()
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.step('one', async () => 1))
    const engine = createEngine({ store })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    const entries = await entriesOf(store, 'r')
    const handle = engine.resume('r', workflow)
    await handle.cancel('enough')
    expect(await handle.result).toMatchObject({ status: 'ok', value: 1 })
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })

  it('does nothing to a run that has ended', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const handle = engine.run(
      defineWorkflow({ name: 'w' }, async () => 1),
      undefined,
    )
    await handle.result
    await handle.cancel()
    expect(await handle.result).toMatchObject({ status: 'ok', value: 1 })
  })

  it('ends code that does not heed it after ten seconds, and what it does later leaves no trace', async () => {
    const store = memoryStore()
    const clock = virtualClock({ now: 0 })
    const stuck = Promise.withResolvers<void>()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx: Context) => {
      await ctx.step('stuck', () => stuck.promise)
      await ctx.step('later', async () => 1)
    })
    const handle = createEngine({ store, clock }).run(workflow, undefined, { runId: 'r' })
    await turns(6)
    await handle.cancel('enough')
    await turns(6)
    await clock.advance(10_000)
    expect(await handle.result).toMatchObject({ status: 'cancelled' })
    const entries = await entriesOf(store, 'r')
    expect(entries.at(-1)?.type).toBe('run-settled')
    stuck.resolve()
    await turns(10)
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })
})

describe('effects that a workflow leaves behind', () => {
  it('end before the run settles, and are not repeated', async () => {
    const store = memoryStore()
    let aborted = 0
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      void ctx
        .step('left', async ({ signal }) => {
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          aborted += 1
        })
        .catch(() => undefined)
      return ctx.step('kept', async () => 1)
    })
    const engine = createEngine({ store })
    const outcome = await engine.run(workflow, undefined, { runId: 'r' }).result
    const entries = await entriesOf(store, 'r')
    expect(outcome).toMatchObject({ status: 'ok', value: 1 })
    expect(entries.map(({ type }) => type).slice(-2)).toEqual(['step-completed', 'run-settled'])
    const again = await engine.resume('r', workflow).result
    expect(equalPart(again)).toEqual(equalPart(outcome))
    expect(aborted).toBe(1)
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })
})
