import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import type { RunOutcome } from '../../src/run/outcome.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import {
  type Call,
  type Reply,
  scriptedModel,
  type VirtualClock,
  virtualClock,
} from '../../src/testing/index.ts'
import { entriesOf } from '../support/journal.ts'

const pricing = { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 1 } }
const dayMs = 24 * 60 * 60 * 1000

/** A store that several engines use on the days that its clock tells. */
interface Scene {
  readonly store: JournalStore
  readonly clock: VirtualClock
  readonly calls: Call[]
  drive(runId: string, options?: Driving): Promise<RunOutcome>
}

interface Driving {
  readonly body?: (ctx: Context) => Promise<unknown>
  readonly budgetUsd?: number
  readonly reply?: () => Reply | Promise<Reply>
  readonly pricing?: object
}

const ask = async (ctx: Context): Promise<unknown> => {
  const { status, reason } = await ctx.agent('q', { maxOutputTokens: 1000 })
  return [status, reason ?? '']
}
const answer = (): Reply => ({ text: 'ok', usage: { inputTokens: 50, outputTokens: 450 } })

function scene(dailyBudgetUsd: number): Scene {
  const clock = virtualClock({ now: Date.UTC(2026, 0, 31, 12) })
  const store = memoryStore({ clock })
  const calls: Call[] = []
  return {
    store,
    clock,
    calls,
    async drive(runId, { body = ask, budgetUsd, reply = answer, ...options } = {}) {
      const model = scriptedModel((call) => {
        calls.push(call)
        return reply()
      })
      const shared = { store, clock, pricing, models: { default: model } }
      const engine = createEngine({ ...shared, dailyBudgetUsd, ...options } as never)
      const workflow = defineWorkflow({ name: 'w' }, body)
      const isNew = (await entriesOf(store, runId)).length === 0
      const budget = budgetUsd === undefined ? {} : { budgetUsd }
      return (
        isNew
          ? engine.run(workflow, undefined, { runId, ...budget })
          : engine.resume(runId, workflow)
      ).result
    },
  }
}

/** What is left of the limit, in nano-dollars: the refusal of one that is too much says so. */
async function left(store: JournalStore, day: string, limitUsd: number): Promise<number> {
  const limit = Math.round(limitUsd * 1e9)
  const spent = await store.spend(day, limit + 1, limit)
  return spent.ok ? Number.NaN : spent.freeNanoUsd
}

describe('dailyBudgetUsd', () => {
  it('is shared by runs and engines, and settled by what calls cost', async () => {
    const { store, drive, calls } = scene(0.0025)
    for (const runId of ['a', 'b', 'c']) {
      expect(await drive(runId)).toMatchObject({ status: 'ok', value: ['ok', ''] })
    }
    expect(await left(store, '2026-01-31', 0.0025)).toBe(1_000_000)
    expect(calls).toHaveLength(3)
  })

  it('clamps a call to what the day leaves, and refuses it below the floor by name', async () => {
    const { drive, calls } = scene(0.0016)
    const asked: (number | undefined)[] = []
    for (const runId of ['a', 'b', 'c']) {
      await drive(runId)
      asked.push(calls.at(-1)?.maxOutputTokens)
    }
    const { value } = await drive('d')
    expect(value).toEqual(['budget', expect.stringContaining('daily budget of 2026-01-31')])
    expect(calls).toHaveLength(3)
    expect(asked[0]).toBe(1000)
    expect(asked[2]).toBeLessThan(600)
  })

  it('is not overspent by calls that are made at once, and takes the reservation before each', async () => {
    const { store, drive, calls } = scene(0.01)
    const free: number[] = []
    const body = (ctx: Context): Promise<unknown> =>
      ctx.parallel(
        Array.from({ length: 24 }, (_, at) => async () => (await ctx.agent(`${at}`)).status),
      )
    const { value } = await drive('r', {
      body,
      reply: async () => {
        free.push(await left(store, '2026-01-31', 0.01))
        return answer()
      },
    })
    expect(free.every((nanoUsd) => nanoUsd >= 0 && nanoUsd < 10_000_000)).toBe(true)
    expect(value).toContain('budget')
    expect(await left(store, '2026-01-31', 0.01)).toBe(10_000_000 - calls.length * 500_000)
  })

  it('gives back the run reservation of a call that the day refused', async () => {
    const { drive } = scene(0.0001)
    const { value } = await drive('r', {
      budgetUsd: 1,
      body: async (ctx) => {
        const { status } = await ctx.agent('q')
        return [status, ctx.budget.reservedUsd, ctx.budget.leftUsd]
      },
    })
    expect(value).toEqual(['budget', 0, 1])
  })

  it('begins anew each UTC day, and a call is settled in the day of its reservation', async () => {
    const { store, clock, drive } = scene(0.001)
    const reply = async (): Promise<Reply> => {
      await clock.advance(dayMs)
      return answer()
    }
    await drive('a', { reply })
    expect(await left(store, '2026-01-31', 0.001)).toBe(500_000)
    expect(await left(store, '2026-02-01', 0.001)).toBe(1_000_000)
  })

  it('keeps the reservation of a call whose cost nobody knows', async () => {
    const { store, drive } = scene(0.01)
    await drive('a', { reply: () => ({ text: 'ok', usage: undefined }) })
    expect(await left(store, '2026-01-31', 0.01)).toBeLessThan(9_000_000)
  })

  it('lets a run that it ended go on in another day, and not in the same', async () => {
    const { store, clock, calls, drive } = scene(0.0005)
    const body = async (ctx: Context): Promise<unknown> => {
      const results = [await ctx.agent('one', { maxOutputTokens: 100 }), await ctx.agent('two')]
      const short = results.find(({ status }) => status !== 'ok')
      if (short !== undefined) throw new Error(short.reason)
      return 'both'
    }
    expect(await drive('r', { body })).toMatchObject({ status: 'error' })
    expect(calls).toHaveLength(1)
    expect(await drive('r', { body })).toMatchObject({ status: 'error', replay: { reruns: 0 } })
    expect(calls).toHaveLength(1)
    await clock.advance(dayMs)
    expect(await drive('r', { body })).toMatchObject({ status: 'ok', value: 'both' })
    expect(calls).toHaveLength(2)
    expect(await drive('r', { body })).toMatchObject({
      status: 'ok',
      replay: { hits: 2, misses: 0 },
    })
    expect(
      (await entriesOf(store, 'r')).filter(({ type }) => type === 'run-reopened'),
    ).toHaveLength(1)
  })

  it('refuses a model without a price', async () => {
    const { drive, calls } = scene(1)
    expect(await drive('r', { pricing: {} })).toMatchObject({ error: { code: 'model-unpriced' } })
    expect(calls).toHaveLength(0)
  })
})
