import { describe, expect, it } from 'vitest'
import { createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { type VirtualClock, virtualClock } from '../../src/testing/index.ts'
import { entriesOf, equalPart } from '../support/journal.ts'

const minute = 60_000

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

function scene(now = 0): {
  readonly clock: VirtualClock
  readonly store: ReturnType<typeof memoryStore>
} {
  const clock = virtualClock({ now })
  return { clock, store: memoryStore({ clock }) }
}

describe('ctx.sleep()', () => {
  const nap = defineWorkflow({ name: 'nap' }, async (ctx, ms: number) => {
    await ctx.step('before', async () => 1)
    await ctx.sleep(ms)
    return ctx.step('after', async () => 2)
  })

  it('holds the process for a second, and no longer', async () => {
    const { clock, store } = scene()
    const engine = createEngine({ store, clock })
    const handle = engine.run(nap, 1_000, { runId: 'short' })
    await turns(60)
    await clock.advance(1_000)
    expect(await handle.result).toMatchObject({ status: 'ok', value: 2 })
    const long = await engine.run(nap, 1_001, { runId: 'long' }).result
    expect(long).toMatchObject({ status: 'suspended', pending: [{ kind: 'timer', dueAt: 2_001 }] })
  })

  it('is due at the same time in every process, and goes on at once when it is past', async () => {
    const { clock, store } = scene()
    await createEngine({ store, clock }).run(nap, minute, { runId: 'r' }).result
    await clock.advance(minute / 2)
    const engine = createEngine({ store, clock })
    const early = await engine.resume('r', nap).result
    expect(early).toMatchObject({ status: 'suspended', pending: [{ dueAt: minute }] })
    await clock.advance(minute)
    const outcome = await engine.resume('r', nap).result
    expect(outcome).toMatchObject({ status: 'ok', value: 2, replay: { hits: 1, reruns: 0 } })
    const timers = (await entriesOf(store, 'r')).filter(
      (entry) => entry.type === 'step-started' && entry.kind === 'timer',
    )
    expect(timers).toHaveLength(1)
    expect(equalPart(await engine.resume('r', nap).result)).toEqual(equalPart(outcome))
  })

  it('fires while a step is in flight, and does not run that step again', async () => {
    const { clock, store } = scene()
    const reached = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<void>()
    const told: string[] = []
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.parallel({
        slow: () =>
          ctx.step('slow', async () => {
            told.push('slow')
            reached.resolve()
            await gate.promise
          }),
        wake: async () => {
          await ctx.sleep(38_000)
          told.push('awake')
        },
      }),
    )
    const handle = createEngine({ store, clock }).run(workflow, undefined, { runId: 'r' })
    await reached.promise
    await turns(40)
    await clock.advance(38_000)
    await turns(4)
    expect(told).toEqual(['slow', 'awake'])
    await clock.advance(7_000)
    gate.resolve()
    expect(await handle.result).toMatchObject({ status: 'ok' })
    expect(told).toEqual(['slow', 'awake'])
  })

  it.each([-1, 0.5])('refuses %d ms', async (ms) => {
    const outcome = await createEngine(scene()).run(nap, ms).result
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'invalid-argument' } })
  })
})

describe('ctx.sleepUntil()', () => {
  it('waits until a point in time, and not at all for one that is past', async () => {
    const { clock, store } = scene(5_000)
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      await ctx.sleepUntil(4_000)
      await ctx.sleepUntil(90_000)
      return ctx.now()
    })
    const engine = createEngine({ store, clock, workflows: [workflow] })
    const suspended = await engine.run(workflow, undefined, { runId: 'r' }).result
    expect(suspended).toMatchObject({ status: 'suspended', pending: [{ dueAt: 90_000 }] })
    await clock.advance(85_000)
    expect(await engine.resume('r').result).toMatchObject({ status: 'ok', value: 90_000 })
  })
})

describe('a race against a time', () => {
  it('goes the same way again when the time lost', async () => {
    const { clock, store } = scene()
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      Promise.race([ctx.sleep(minute).then(() => 'time'), ctx.step('quick', async () => 'quick')]),
    )
    const engine = createEngine({ store, clock, workflows: [workflow] })
    const outcome = await engine.run(workflow, undefined, { runId: 'r' }).result
    expect(outcome).toMatchObject({ status: 'ok', value: 'quick' })
    await clock.advance(2 * minute)
    const entries = await entriesOf(store, 'r')
    expect(equalPart(await engine.resume('r').result)).toEqual(equalPart(outcome))
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })
})
