import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { RunOutcome } from '../../src/run/outcome.ts'
import { scriptedModel } from '../../src/testing/index.ts'

function run(body: (ctx: Context) => Promise<unknown>): Promise<RunOutcome> {
  const engine = createEngine({ store: memoryStore() })
  return engine.run(defineWorkflow({ name: 'w' }, body), undefined).result
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

describe('ctx.step()', () => {
  it('repeats a failed attempt as often as retries says, within one step', async () => {
    const keys: string[] = []
    const outcome = await run((ctx) =>
      ctx.step(
        'flaky',
        async ({ idempotencyKey }) => {
          keys.push(idempotencyKey)
          if (keys.length < 3) throw new Error('down')
          return keys.length
        },
        { retries: 2 },
      ),
    )
    expect(outcome).toMatchObject({ status: 'ok', value: 3, replay: { misses: 1 } })
    expect(new Set(keys).size).toBe(1)
  })

  it('fails with the last failure when the retries are used up', async () => {
    let attempts = 0
    const outcome = await run((ctx) =>
      ctx.step(
        'flaky',
        async () => {
          attempts += 1
          throw new Error(`attempt ${attempts}`)
        },
        { retries: 1 },
      ),
    )
    const error = { code: 'step-failed', message: 'attempt 2', data: { step: 'flaky' } }
    expect(outcome).toMatchObject({ status: 'error', error })
  })

  it('is a new step where deps change, and gives equal steps keys of their own', async () => {
    const outcome = await run(async (ctx) => {
      const keyOf = (deps: number): Promise<string> =>
        ctx.step('s', async ({ idempotencyKey }) => idempotencyKey, { deps })
      return [await keyOf(1), await keyOf(1), await keyOf(2)]
    })
    expect(new Set(outcome.value as string[]).size).toBe(3)
  })

  it('runs again on resume where its deps have changed, and only then', async () => {
    const store = memoryStore()
    let ran = 0
    const depending = (deps: number): ReturnType<typeof defineWorkflow<undefined, number>> =>
      defineWorkflow<undefined, number>({ name: 'w' }, (ctx) =>
        ctx.step('s', async () => (ran += 1), { deps }),
      )
    const engine = createEngine({ store })
    await engine.run(depending(1), undefined, { runId: 'r' }).result
    expect(await engine.resume('r', depending(1)).result).toMatchObject({ value: 1 })
    expect(await engine.resume('r', depending(2)).result).toMatchObject({ value: 2 })
  })

  it.each([
    ['', undefined, '"name" must be'],
    [5, undefined, '"name" must be'],
    ['s', { retries: -1 }, '"retries" must be'],
    ['s', { effect: 'read' }, '"effect" must be "once"'],
    ['s', { effect: 'once', retries: 1 }, '"retries" cannot act'],
    ['s', { dep: 1 }, '"dep" is not known'],
    ['s', { deps: new Map() }, '"deps" cannot be kept'],
  ])('refuses %j with %j', async (name, options, message) => {
    const outcome = await run((ctx) =>
      ctx.step(name as string, async () => 1, options as { deps?: never }),
    )
    expect(outcome).toMatchObject({ status: 'error' })
    expect(outcome.error?.message).toContain(message)
  })
})

describe('ctx.parallel()', () => {
  it('returns results in source order, or by name', async () => {
    const outcome = await run(async (ctx) => [
      await ctx.parallel(
        [3, 2, 1].map((late) => async () => {
          await turns(late)
          return late
        }),
      ),
      await ctx.parallel({ a: async () => 1, b: async () => 2 }),
      await ctx.parallel([]),
      await ctx.parallel({}),
    ])
    expect(outcome.value).toEqual([[3, 2, 1], { a: 1, b: 2 }, [], {}])
  })

  it('throws the first error in source order, after every branch has settled', async () => {
    const ended: string[] = []
    const failing = (name: string, late: number) => async () => {
      await turns(late)
      ended.push(name)
      if (name !== 'fine') throw new Error(name)
    }
    const outcome = await run((ctx) =>
      ctx.parallel([failing('first', 9), failing('second', 1), failing('fine', 20)]),
    )
    expect(outcome.error?.message).toBe('first')
    expect(ended).toEqual(['second', 'first', 'fine'])
  })

  it('runs at most so many branches at once, in order', async () => {
    const log: string[] = []
    let atOnce = 0
    let most = 0
    const branch = (name: string) => async () => {
      log.push(name)
      atOnce += 1
      most = Math.max(most, atOnce)
      await turns(3)
      atOnce -= 1
    }
    await run((ctx) => ctx.parallel(['a', 'b', 'c', 'd', 'e'].map(branch), { concurrency: 2 }))
    expect([log.join(''), most]).toEqual(['abcde', 2])
  })

  it.each([
    [5, undefined, '"branches" must be an array or an object of functions'],
    [null, undefined, '"branches" must be an array or an object of functions'],
    [[async () => 1, 7], undefined, '"branches[1]" must be a function'],
    [[], { concurrency: 0 }, '"concurrency" must be a whole number above 0'],
    [[], { concurency: 2 }, '"concurency" is not known'],
  ])('refuses %j with %j', async (branches, options, message) => {
    const outcome = await run((ctx) => ctx.parallel(branches as never, options as never))
    expect(outcome.error?.message).toContain(message)
  })
})

describe('ctx.phase()', () => {
  it('names the costs of what runs in it, branches included', async () => {
    const usage = { inputTokens: 1e6, outputTokens: 0 }
    const engine = createEngine({
      store: memoryStore(),
      models: { default: scriptedModel(() => ({ text: 'x', usage })) },
      pricing: { 'scripted:script': { inputUsdPerMTok: 2, outputUsdPerMTok: 2 } },
    })
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      await ctx.phase('read', () => ctx.parallel([() => ctx.agent('q'), () => ctx.agent('p')]))
      await ctx.agent('r')
    })
    const { cost } = await engine.run(workflow, undefined).result
    expect(cost.byPhase).toEqual({ '': 2, read: 4 })
    const refused = await run((ctx) => ctx.phase('', async () => 1))
    expect(refused.error?.message).toContain('"name" must be')
  })
})

describe('a workflow', () => {
  it.each([
    ['an error', new TypeError('bad'), { code: 'step-failed', message: 'bad' }],
    ['a text', 'plain', { code: 'step-failed', message: 'plain' }],
    ['nothing', undefined, { code: 'step-failed', message: 'undefined' }],
    ['an object without a prototype', Object.create(null), { code: 'step-failed' }],
    ['a foreign code', Object.assign(new Error('gone'), { code: 'ENOENT' }), { code: 'ENOENT' }],
  ])('that throws %s ends as error', async (_name, thrown: unknown, error) => {
    const outcome = await run(async () => {
      throw thrown
    })
    expect(outcome).toMatchObject({ status: 'error', error })
  })
})
