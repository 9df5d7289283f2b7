import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import type { Entry } from '../../src/journal/entry.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { verifyJournal } from '../../src/run/verify.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { type Call, scriptedModel, virtualClock } from '../../src/testing/index.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Body = (ctx: Context) => Promise<unknown>

const folder = temporaryFolder()
let files = 0
const stores: readonly (readonly [string, () => JournalStore])[] = [
  ['memoryStore', () => memoryStore()],
  ['sqliteStore', () => sqliteStore({ path: join(folder, `${(files += 1)}.db`) })],
]

const pricing = { 'scripted:script': { inputUsdPerMTok: 0, outputUsdPerMTok: 1000 } }
/** What one call of the scripted model costs. */
const callUsd = 0.01

const workflowOf = (body: Body, name = 'w') => defineWorkflow({ name }, body)

function engineOn(store: JournalStore, reply: (call: Call) => object | Promise<object> = echo) {
  const usage = { inputTokens: 1, outputTokens: 10 }
  const model = scriptedModel(async (call) => ({ usage, ...(await reply(call)) }))
  const profiles = { reader: { description: 'reads' } }
  const engine = createEngine({
    store,
    models: { default: { model, maxOutputTokens: 10 } },
    minOutputTokens: 1,
    pricing,
    profiles,
  })
  return { engine, model }
}

function echo({ prompt }: Call): object {
  return { text: `re: ${prompt}` }
}

/** Agents one after the other; one that is refused ends the run. */
function sequence(...prompts: readonly string[]): Body {
  return async (ctx) => {
    const texts: string[] = []
    for (const prompt of prompts) {
      const result = await ctx.agent(prompt)
      if (result.status !== 'ok') return [...texts, result.status]
      texts.push(result.text)
    }
    return texts
  }
}

function withoutLinks(entries: readonly Entry[]): readonly object[] {
  return entries.map(({ prev: _prev, ...rest }) => rest)
}

describe.each(stores)('engine.fork() on %s', (_name, makeStore) => {
  it('starts a run of its own on the same entries, and changes nothing of the other', async () => {
    const store = makeStore()
    const { engine, model } = engineOn(store)
    const big = (ctx: Context): Promise<unknown> => ctx.step('big', async () => 'b'.repeat(9000))
    const body: Body = async (ctx) => [await big(ctx), await sequence('a', 'b')(ctx)]
    const first = await engine.run(workflowOf(body), undefined, { runId: 'r' }).result
    const before = await entriesOf(store, 'r')
    const handle = engine.fork('r', { workflow: workflowOf(body), budgetUsd: 1 })
    expect(handle.runId).not.toBe('r')
    const fork = await handle.result
    expect(equalPart(fork)).toEqual(equalPart(first))
    expect(fork).toMatchObject({ cost: first.cost, replay: { hits: 3, misses: 0, reruns: 0 } })
    expect(model.calls).toHaveLength(2)
    const entries = await entriesOf(store, handle.runId)
    const copied = entries.slice(0, before.length)
    expect(withoutLinks(copied.slice(1))).toEqual(withoutLinks(before.slice(1)))
    const forkedFrom = { runId: 'r', seq: before.length, entries: before.length + 1 }
    expect(copied[0]).toMatchObject({ type: 'run-started', budgetNanoUsd: 1e9, forkedFrom })
    const ends = entries.slice(before.length).map(({ type }) => type)
    expect(ends).toEqual(['run-reopened', 'run-settled'])
    expect(await entriesOf(store, 'r')).toEqual(before)
    expect(await verifyJournal(store, handle.runId)).toMatchObject({ ok: true })
    expect(await engine.delete('r')).toEqual({ ok: true })
    expect(await verifyJournal(store, handle.runId)).toMatchObject({ ok: true, blobs: 3 })
    const again = await engine.resume(handle.runId, workflowOf(body)).result
    expect(equalPart(again)).toEqual(equalPart(first))
    expect(await entriesOf(store, handle.runId)).toEqual(entries)
  })
})

describe('engine.fork()', () => {
  it('lets a run that ran out of budget go on with more, the prefix paid from it', async () => {
    const store = memoryStore()
    const { engine, model } = engineOn(store)
    const workflow = workflowOf(sequence('a', 'b', 'c', 'd'))
    const options = { runId: 'r', budgetUsd: 2.5 * callUsd }
    const first = await engine.run(workflow, undefined, options).result
    expect(first.value).toEqual(['re: a', 're: b', 're: c', 'budget'])
    const poor = await engine.fork('r', { workflow }).result
    expect(poor.value).toEqual(first.value)
    const handle = engine.fork('r', { workflow, budgetUsd: 4 * callUsd })
    const rich = await handle.result
    expect(rich).toMatchObject({ status: 'ok', value: ['re: a', 're: b', 're: c', 're: d'] })
    expect(rich.replay).toMatchObject({ hits: 3, reruns: 1 })
    expect(rich.cost.totalUsd).toBeLessThanOrEqual(4 * callUsd)
    const calls = model.calls.length
    expect(equalPart(await engine.resume(handle.runId, workflow).result)).toEqual(equalPart(rich))
    expect(model.calls).toHaveLength(calls)
  })

  it('lets an exhausted run go on', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const workflow = workflowOf((ctx) =>
      ctx.workflow(workflowOf(sequence('a'), 'child'), undefined, { budgetUsd: 1 }),
    )
    const first = await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 0.5 }).result
    expect(first.status).toBe('exhausted')
    const fork = await engine.fork('r', { workflow, budgetUsd: 2 }).result
    expect(fork).toMatchObject({ status: 'ok', value: ['re: a'] })
  })

  it('tries a child run again that ran out of its part of the budget', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const grandchild = workflowOf(sequence('a'), 'grandchild')
    const child = workflowOf(
      (ctx) => ctx.workflow(grandchild, undefined, { budgetUsd: 1 }),
      'child',
    )
    const workflow = workflowOf((ctx) =>
      ctx.workflow(child, undefined).catch((error: { code: string }) => error.code),
    )
    const first = await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 0.5 }).result
    expect(first).toMatchObject({ status: 'ok', value: 'budget-refused' })
    const fork = await engine.fork('r', { workflow, budgetUsd: 2 }).result
    expect(fork).toMatchObject({ status: 'ok', value: ['re: a'] })
  })

  it('is not bound by a request to end that the other run has not heeded', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const under = Promise.withResolvers<void>()
    const workflow = workflowOf((ctx) => {
      under.resolve()
      return ctx.step('s', () =>
        ctx.abortSignal.aborted ? Promise.reject(new Error('ended')) : nextTurn(),
      )
    })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await under.promise
    await handle.cancel('enough')
    await handle.result
    const entries = await entriesOf(store, 'r')
    const asked = entries.findIndex(({ type }) => type === 'cancel-requested')
    expect(asked).toBeGreaterThan(0)
    const cut = await prefixOf(store, 'r', asked + 1)
    const fork = await engineOn(cut).engine.fork('r', { workflow }).result
    expect(fork).toMatchObject({ status: 'ok' })
    expect(await engineOn(cut).engine.resume('r', workflow).result).toMatchObject({
      status: 'cancelled',
    })
  })

  it('lets an orchestration whose child ran out of budget go on', async () => {
    const store = memoryStore()
    let isPoor = true
    const { engine } = engineOn(store, ({ role, turn, prompt }) => {
      if (role !== 'coordinator') return { text: `re: ${prompt}` }
      const { name, input } = [
        {
          name: 'spawn_agent',
          input: { agentType: 'reader', prompt: 'q', ...(isPoor && { budgetUsd: callUsd / 100 }) },
        },
        { name: 'await_all', input: { handles: ['c1'] } },
      ][turn - 1] ?? { name: 'finish', input: { result: 'r' } }
      return { toolCalls: [{ name, input }] }
    })
    const workflow = workflowOf((ctx) => ctx.orchestrate('goal'))
    await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 1 }).result
    const entries = await entriesOf(store, 'r')
    isPoor = false
    const handle = engine.fork('r', { workflow, budgetUsd: 2 })
    await handle.result
    const after = (await entriesOf(store, handle.runId)).slice(entries.length)
    expect(
      after
        .filter(({ type }) => type === 'step-started')
        .map((each) => ('kind' in each ? each.kind : '')),
    ).toContain('child')
  })

  it('lets a cancelled run go on: what its end cut short is tried again, but nothing `once`', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const under = Promise.withResolvers<void>()
    const runs = { read: 0, once: 0 }
    const hang = (signal: AbortSignal): Promise<unknown> =>
      new Promise((_resolve, reject) => {
        if (runs.read + runs.once === 2) under.resolve()
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    const workflow = workflowOf(async (ctx) => {
      const { text } = await ctx.agent('a')
      const [read, once] = await Promise.all([
        ctx.step('read', async ({ signal }) => ((runs.read += 1) === 1 ? hang(signal) : 'read')),
        ctx.step('once', async ({ signal }) => ((runs.once += 1), hang(signal)), {
          effect: 'once',
        }),
      ])
      return [text, read, once.outcome]
    })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await under.promise
    await handle.cancel('enough')
    expect(await handle.result).toMatchObject({ status: 'cancelled' })
    const fork = await engine.fork('r', { workflow }).result
    expect(fork).toMatchObject({ status: 'ok', value: ['re: a', 'read', 'unknown'] })
    expect(runs).toEqual({ read: 2, once: 1 })
    expect(await engine.resume('r', workflow).result).toMatchObject({ status: 'cancelled' })
  })

  it('forks a run that goes on at where it is, and both go on', async () => {
    const store = memoryStore()
    const { engine, model } = engineOn(store)
    const going = Promise.withResolvers<void>()
    const under = Promise.withResolvers<void>()
    let steps = 0
    const workflow = workflowOf(async (ctx) => {
      const { text } = await ctx.agent('a')
      const step = await ctx.step('s', async () => {
        under.resolve()
        if ((steps += 1) === 1) await going.promise
        return steps
      })
      return [text, step]
    })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await under.promise
    const fork = await engine.fork('r', { workflow }).result
    expect(fork).toMatchObject({
      status: 'ok',
      value: ['re: a', 2],
      replay: { hits: 1, reruns: 1 },
    })
    going.resolve()
    expect(await handle.result).toMatchObject({ status: 'ok', value: ['re: a', 2] })
    expect(model.calls).toHaveLength(1)
  })

  it('keeps its own answers where the other run is suspended', async () => {
    const clock = virtualClock()
    const store = memoryStore({ clock })
    const engine = createEngine({ store })
    const workflow = workflowOf((ctx) => ctx.signal('go'))
    expect(await engine.run(workflow, undefined, { runId: 'r' }).result).toMatchObject({
      status: 'suspended',
    })
    const handle = engine.fork('r', { workflow })
    expect(await handle.result).toMatchObject({ status: 'suspended' })
    expect(await engine.signal(handle.runId, 'go', 'fork')).toEqual({ ok: true })
    expect(await engine.resume(handle.runId, workflow).result).toMatchObject({ value: 'fork' })
    expect(await engine.resume('r', workflow).result).toMatchObject({ status: 'suspended' })
  })

  it('leaves a child run that goes on to the run that started it, at its cost so far', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const child = workflowOf(
      async (ctx) => [(await ctx.agent('a')).text, await ctx.signal('go')],
      'child',
    )
    const workflow = workflowOf((ctx) => ctx.workflow(child, undefined))
    const first = await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 1 }).result
    expect(first).toMatchObject({ status: 'suspended' })
    const pending = first.pending?.[0]
    const childId = pending !== undefined && 'runId' in pending ? (pending.runId ?? '') : ''
    const before = [await entriesOf(store, 'r'), await entriesOf(store, childId)]
    const handle = engine.fork('r', { workflow })
    const fork = await handle.result
    expect(fork.status).toBe('suspended')
    const [forkPending] = fork.pending ?? []
    expect(forkPending).toMatchObject({ kind: 'signal', key: 'go' })
    expect(forkPending).not.toMatchObject({ runId: childId })
    expect(fork.cost.totalUsd).toBeGreaterThanOrEqual(callUsd)
    expect([await entriesOf(store, 'r'), await entriesOf(store, childId)]).toEqual(before)
  })

  it('runs edited code on what is recorded', async () => {
    const store = memoryStore()
    const { engine, model } = engineOn(store)
    await engine.run(workflowOf(sequence('a', 'b')), undefined, { runId: 'r' }).result
    const fork = await engine.fork('r', { workflow: workflowOf(sequence('a', 'x', 'b')) }).result
    expect(fork).toMatchObject({
      value: ['re: a', 're: x', 're: b'],
      replay: { hits: 2, misses: 1 },
    })
    expect(model.calls).toHaveLength(3)
    const named = await engine.fork('r', { workflow: workflowOf(sequence('a'), 'w') }).result
    expect(named.status).toBe('ok')
  })

  it('refuses by code what it cannot do, and writes nothing', async () => {
    const store = memoryStore()
    const { engine } = engineOn(store)
    const workflow = workflowOf(sequence('a', 'b'))
    await engine.run(workflow, undefined, { runId: 'r', budgetUsd: 1 }).result
    const small = engine.fork('r', { workflow, budgetUsd: 1.5 * callUsd })
    await expect(small.result).rejects.toMatchObject({
      code: 'budget-refused',
      data: { neededNanoUsd: 2 * callUsd * 1e9, freeNanoUsd: 1.5 * callUsd * 1e9 },
    })
    expect(await entriesOf(store, small.runId)).toEqual([])
    await expect(engine.fork('none').result).rejects.toMatchObject({ code: 'run-unknown' })
    await expect(engine.fork('r').result).rejects.toMatchObject({ code: 'workflow-unknown' })
    const other = workflowOf(sequence('a'), 'other')
    await expect(engine.fork('r', { workflow: other }).result).rejects.toMatchObject({
      code: 'run-mismatch',
    })
    expect(() => engine.fork('r', { budgetUsd: -1 })).toThrow(/budgetUsd/)
    expect(() => engine.fork('r', { runId: 'x' } as never)).toThrow(/runId/)
  })
})
