import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { scriptedModel } from '../../src/testing/index.ts'

/** What a bare call is written as, where the linter of this repository does not see it. */
const { Date: bareDate, Math: bareMath, crypto: bareCrypto } = globalThis
const own = { now: bareDate.now, random: bareMath.random, uuid: bareCrypto.randomUUID }

async function warnings(body: (ctx: Context) => Promise<unknown>): Promise<string[]> {
  const model = scriptedModel(({ turn }) => {
    bareDate.now()
    return turn === 1 ? { toolCalls: [{ name: 'look', input: {} }] } : { text: 'ok' }
  })
  const engine = createEngine({ store: memoryStore(), models: { default: model } })
  const handle = engine.run(defineWorkflow({ name: 'w' }, body), undefined, { runId: 'r' })
  const events = Array.fromAsync(handle.events)
  expect(await handle.result).toMatchObject({ status: 'ok' })
  return (await events).flatMap((event) =>
    event.type === 'log' && event.level === 'warn' ? [event.message] : [],
  )
}

describe('a bare call in a workflow', () => {
  it('is warned of once a run and kind, with what to call instead', async () => {
    const told = await warnings(async (ctx) => {
      bareDate.now()
      await ctx.step('s', async () => 1)
      await ctx.parallel([async () => bareDate.now(), async () => bareMath.random()])
      await ctx.phase('p', async () => {
        await nextTurn()
        return bareCrypto.randomUUID()
      })
      return bareMath.random() < 1
    })
    expect(told).toEqual([
      'Date.now() outside of a step differs on a replay; call ctx.now()',
      'Math.random() outside of a step differs on a replay; call ctx.random()',
      'crypto.randomUUID() outside of a step differs on a replay; call ctx.uuid()',
    ])
  })

  it('is allowed in steps, models and tools, and never found in the engine itself', async () => {
    const look = tool({
      name: 'look',
      description: 'l',
      effect: 'read',
      input: { jsonSchema: {}, validate: (value: unknown) => ({ value }) },
      execute: () => bareCrypto.randomUUID(),
    })
    const told = await warnings(async (ctx) => {
      await ctx.step('s', async () => {
        await nextTurn()
        return bareDate.now() + bareMath.random()
      })
      await ctx.agent('q', { tools: [look] })
      return [ctx.now(), ctx.random(), ctx.uuid()].length
    })
    expect(told).toEqual([])
  })

  it('answers as ever, and only what runs in the workflow hears of it', async () => {
    const told = warnings(async (ctx) => {
      expect(bareDate.now()).toBeGreaterThan(1e12)
      expect(bareMath.random()).toBeLessThan(1)
      expect(bareCrypto.randomUUID()).toMatch(/^[0-9a-f-]{36}$/)
      await ctx.step('s', async () => 1)
    })
    for (let turn = 0; turn < 3; turn += 1) {
      bareMath.random()
      await nextTurn()
    }
    expect(await told).toHaveLength(3)
    const quiet = warnings(async (ctx) => ctx.step('s', async () => nextTurn()))
    for (let turn = 0; turn < 3; turn += 1) {
      bareMath.random()
      await nextTurn()
    }
    expect(await quiet).toEqual([])
  })

  it('leaves the globals as they were once no run goes on, also one that never ended', async () => {
    expect([bareDate.now, bareMath.random, bareCrypto.randomUUID]).toEqual([
      own.now,
      own.random,
      own.uuid,
    ])
    const engine = createEngine({ store: memoryStore() })
    const reached = Promise.withResolvers<void>()
    const never = defineWorkflow({ name: 'w' }, async () => {
      reached.resolve()
      return new Promise<never>(() => undefined)
    })
    const handle = engine.run(never, undefined, { runId: 'r' })
    await reached.promise
    expect(bareDate.now).not.toBe(own.now)
    await engine.close()
    await expect(handle.result).rejects.toMatchObject({ code: 'engine-closed' })
    expect([bareDate.now, bareMath.random, bareCrypto.randomUUID]).toEqual([
      own.now,
      own.random,
      own.uuid,
    ])
    expect(Object.hasOwn(bareCrypto, 'randomUUID')).toBe(false)
  })
})
