import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { RunOutcome } from '../../src/run/outcome.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { type Call, type Reply, scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'

type Body = (ctx: Context) => Promise<unknown>
type Options = NonNullable<Parameters<typeof createEngine>[0]>

/** A thousandth of a dollar for a thousand tokens, in or out. */
const pricing = { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 1 } }
const used = { usage: { inputTokens: 10, outputTokens: 100 } }

interface Driven {
  readonly outcome: RunOutcome
  readonly calls: readonly Call[]
}

async function drive(
  store: JournalStore,
  body: Body,
  options: Options & {
    budgetUsd?: number
    script?: (call: Call) => Reply | Promise<Reply>
  } = {},
): Promise<Driven> {
  const { budgetUsd, script = () => ({ text: 'ok', ...used }), ...rest } = options
  const model = scriptedModel(script)
  const engine = createEngine({ store, models: { default: model }, pricing, ...rest })
  const workflow = defineWorkflow({ name: 'w' }, body)
  const isNew = (await entriesOf(store, 'r')).length === 0
  const budget = budgetUsd === undefined ? {} : { budgetUsd }
  const handle = isNew
    ? engine.run(workflow, undefined, { runId: 'r', ...budget })
    : engine.resume('r', workflow)
  return { outcome: await handle.result, calls: model.calls }
}

const statuses: Body = (ctx) =>
  ctx.parallel(Array.from({ length: 8 }, (_, at) => async () => (await ctx.agent(`q${at}`)).status))

describe('budget of a run', () => {
  it('has the reservation in the journal before the call is dispatched', async () => {
    const store = memoryStore()
    const seen: unknown[] = []
    const script = async (): Promise<Reply> => {
      seen.push((await entriesOf(store, 'r')).at(-1))
      return { text: 'ok', ...used }
    }
    const { outcome } = await drive(store, (ctx) => ctx.agent('q'), { budgetUsd: 1, script })
    expect(seen).toMatchObject([{ type: 'step-started', kind: 'model' }])
    const [{ reservedNanoUsd = 0 }] = seen as [{ reservedNanoUsd?: number }]
    expect(reservedNanoUsd).toBeGreaterThan(8192 * 1000)
    expect(outcome.cost.totalUsd).toBeCloseTo(110e-6, 12)
  })

  it('cannot be overspent by agents that run at once', async () => {
    const asked: number[] = []
    const script = async ({ maxOutputTokens = 0 }: Call): Promise<Reply> => {
      asked.push(maxOutputTokens)
      await nextTurn()
      return { text: 'ok', usage: { inputTokens: 50, outputTokens: maxOutputTokens } }
    }
    const { outcome, calls } = await drive(memoryStore(), statuses, { budgetUsd: 0.01, script })
    expect(outcome.status).toBe('ok')
    expect(outcome.cost.totalUsd).toBeLessThanOrEqual(0.01)
    expect(calls.length).toBeLessThan(8)
    expect(outcome.value).toContain('budget')
    expect(outcome.dropped).toHaveLength(8 - calls.length)
    expect(Math.max(...asked)).toBeLessThanOrEqual(8192)
  })

  it('clamps output tokens to what is left, and refuses below the floor', async () => {
    const store = memoryStore()
    const body: Body = async (ctx) => [(await ctx.agent('q')).status, (await ctx.agent('p')).status]
    const script = ({ maxOutputTokens = 0 }: Call): Reply => ({
      text: 'ok',
      usage: { inputTokens: 100, outputTokens: maxOutputTokens },
    })
    const { outcome, calls } = await drive(store, body, { budgetUsd: 0.001, script })
    expect(outcome.value).toEqual(['ok', 'budget'])
    expect(calls).toHaveLength(1)
    expect(calls[0]?.maxOutputTokens).toBeGreaterThan(800)
    expect(calls[0]?.maxOutputTokens).toBeLessThan(1000)
  })

  it('is exhausted where the workflow gives up because of it, else ok with what was dropped', async () => {
    const nothing: Body = async (ctx) => (await ctx.agent('q', { label: 'reader' })).status
    const { outcome, calls } = await drive(memoryStore(), nothing, { budgetUsd: 0 })
    expect(outcome).toMatchObject({
      status: 'ok',
      value: 'budget',
      dropped: [{ label: 'reader', reason: expect.stringContaining('budget') as unknown }],
    })
    const orchestrated: Body = (ctx) => ctx.orchestrate('goal')
    const exhausted = await drive(memoryStore(), orchestrated, { budgetUsd: 0 })
    expect(exhausted.outcome).toMatchObject({
      status: 'exhausted',
      error: { code: 'orchestration-rejected', data: { source: 'orchestrator_budget' } },
    })
    expect([calls.length, exhausted.calls.length]).toEqual([0, 0])
  })

  it('refuses a model without a price before anything is paid, unless that is allowed', async () => {
    const body: Body = (ctx) => ctx.agent('q')
    const refused = await drive(memoryStore(), body, { budgetUsd: 1, pricing: {} })
    expect(refused.outcome).toMatchObject({ status: 'error', error: { code: 'model-unpriced' } })
    expect(refused.calls).toHaveLength(0)
    const allowed = await drive(memoryStore(), body, {
      budgetUsd: 1,
      pricing: {},
      onUnpriced: 'allow',
    })
    expect(allowed.outcome).toMatchObject({
      status: 'ok',
      value: { costUsd: 'unknown' },
      cost: { totalUsd: 0, unpriced: ['scripted:script'] },
    })
  })

  it('refuses an unpriced child of an orchestration before its coordinator is paid', async () => {
    const child = { ...scriptedModel(() => ({ text: 'x' })), modelId: 'other' }
    const { outcome, calls } = await drive(memoryStore(), (ctx) => ctx.orchestrate('goal'), {
      budgetUsd: 1,
      profiles: { reader: { description: 'reads', model: child } },
    })
    expect(outcome).toMatchObject({
      error: { code: 'model-unpriced', data: { model: 'scripted:other' } },
    })
    expect(calls).toHaveLength(0)
  })

  it('shows usage that was not reported as unknown and keeps its reservation', async () => {
    const store = memoryStore()
    const body: Body = async (ctx) => {
      const { costUsd, usage } = await ctx.agent('q')
      return { costUsd, unknown: usage.unknown, reserved: ctx.budget.reservedUsd > 0.008 }
    }
    const script = (): Reply => ({ text: 'ok', usage: undefined })
    const { outcome } = await drive(store, body, { budgetUsd: 1, script })
    const value = { costUsd: 'unknown', unknown: 1, reserved: true }
    expect(outcome).toMatchObject({
      value,
      cost: { totalUsd: 0, unknown: 1 },
      usage: { unknown: 1 },
    })
    const again = await drive(store, body, { script })
    expect(again.outcome.value).toEqual(value)
  })

  it('says unknown for a whole of which one part did not report', async () => {
    const body: Body = (ctx) =>
      ctx.parallel({
        outer: () =>
          ctx.parallel({ inner: () => ctx.agent('silent'), other: () => ctx.agent('q') }),
      })
    const script = ({ prompt }: Call): Reply =>
      prompt === 'silent' ? { text: 'ok', usage: undefined } : { text: 'ok', ...used }
    const { outcome } = await drive(memoryStore(), body, { script })
    expect(outcome).toMatchObject({ cost: { unknown: 1, requests: 2 }, usage: { unknown: 1 } })
    expect(outcome.cost.totalUsd).toBeGreaterThan(0)
  })

  it('replays a refusal without a call, also when everything has become cheap', async () => {
    const store = memoryStore()
    const first = await drive(store, statuses, { budgetUsd: 0.009 })
    const free = { 'scripted:script': { inputUsdPerMTok: 0, outputUsdPerMTok: 0 } }
    const again = await drive(store, statuses, { pricing: free })
    expect(first.outcome.value).toContain('budget')
    expect(again.calls).toHaveLength(0)
    expect(equalPart(again.outcome)).toEqual(equalPart(first.outcome))
    expect(again.outcome.cost).toEqual(first.outcome.cost)
  })

  it('holds for the life of the run: what a crash left unknown stays reserved', async () => {
    const store = memoryStore()
    const body: Body = async (ctx) => {
      const { status } = await ctx.agent('q')
      return { status, left: ctx.budget.leftUsd }
    }
    await drive(store, body, { budgetUsd: 0.01 })
    const entries = await entriesOf(store, 'r')
    const started = entries.findIndex(({ type }) => type === 'step-started')
    const crashed = await prefixOf(store, 'r', started + 1)
    const { outcome, calls } = await drive(crashed, body)
    expect(outcome.value).toMatchObject({ status: 'ok' })
    expect(calls[0]?.maxOutputTokens).toBeLessThan(2000)
    const { left } = outcome.value as { left: number }
    expect(left).toBeLessThan(0.002)
  })

  it('counts a sub-account of an agent across a crash', async () => {
    const store = memoryStore()
    const body: Body = async (ctx) => {
      const { status, turns } = await ctx.agent('q', { budgetUsd: 0.001, maxOutputTokens: 200 })
      return { status, turns }
    }
    const script = (): Reply => ({
      toolCalls: [{ name: 'nothing', input: {} }],
      usage: { inputTokens: 100, outputTokens: 150 },
    })
    const whole = await drive(store, body, { script })
    expect(whole.outcome.value).toMatchObject({ status: 'budget' })
    const entries = await entriesOf(store, 'r')
    for (let count = 1; count < entries.length; count += 1) {
      const crashed = await prefixOf(store, 'r', count)
      const { outcome } = await drive(crashed, body, { script })
      const { turns } = outcome.value as { turns: number }
      expect(outcome.value).toMatchObject({ status: 'budget' })
      expect(turns).toBeLessThanOrEqual((whole.outcome.value as { turns: number }).turns)
      expect(outcome.cost.totalUsd).toBeLessThanOrEqual(0.001)
    }
  })

  it('holds in the account of an agent too what a crash left unknown', async () => {
    const store = memoryStore()
    const body: Body = async (ctx) => (await ctx.agent('q', { budgetUsd: 0.001 })).status
    const whole = await drive(store, body)
    const crashed = await prefixOf(store, 'r', 2)
    const resumed = await drive(crashed, body)
    expect([whole.outcome.value, resumed.outcome.value]).toEqual(['ok', 'budget'])
    expect(resumed.calls).toHaveLength(0)
  })

  it('stops an endless loop of tool errors at the turn limit, and says so', async () => {
    const limits = { maxTurns: 15 }
    const body: Body = async (ctx) => {
      const { status, reason } = await ctx.agent('q', { limits })
      return { status, reason }
    }
    const script = (): Reply => ({ toolCalls: [{ name: 'gone', input: {} }] })
    const { outcome, calls } = await drive(memoryStore(), body, { script })
    expect(outcome.value).toEqual({ status: 'limit', reason: 'maxTurns of 15 reached' })
    expect(calls).toHaveLength(15)
    expect(outcome.dropped).toHaveLength(1)
  })

  it.each([-1, Number.NaN, '1', 1e10])('refuses a budget of %s', (budgetUsd) => {
    const engine = createEngine({ store: memoryStore() })
    const workflow = defineWorkflow({ name: 'w' }, async () => 1)
    expect(() => engine.run(workflow, undefined, { budgetUsd: budgetUsd as number })).toThrow(
      '"budgetUsd"',
    )
  })
})
