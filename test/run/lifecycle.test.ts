import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { JournalStore, Lease, Leased } from '../../src/store/journal-store.ts'
import { scriptedModel, virtualClock } from '../../src/testing/index.ts'
import { entriesOf, equalPart } from '../support/journal.ts'

const one = defineWorkflow({ name: 'one' }, (ctx) => ctx.step('s', async () => 1))

/** A workflow that waits in its second step until it is let go. */
function waiting(): {
  readonly workflow: ReturnType<typeof defineWorkflow<undefined, string>>
  readonly reached: Promise<void>
  readonly steps: string[]
  letGo(): void
} {
  const reached = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const steps: string[] = []
  const body = async (ctx: Context): Promise<string> => {
    await ctx.step('first', async () => steps.push('first'))
    await ctx.step('second', async () => {
      steps.push('second')
      reached.resolve()
      await gate.promise
    })
    return 'done'
  }
  const workflow = defineWorkflow<undefined, string>({ name: 'waiting' }, body)
  return { workflow, reached: reached.promise, steps, letGo: () => gate.resolve() }
}

describe('who drives a run', () => {
  it('is one at a time: a second resume is refused by the name of the first, and writes nothing', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const { workflow, reached, letGo } = waiting()
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await reached
    const entries = await entriesOf(store, 'r')
    for (const other of [engine, createEngine({ store })]) {
      await expect(other.resume('r', workflow).result).rejects.toMatchObject({
        code: 'lease-held',
        data: {
          runId: 'r',
          owner: expect.stringContaining(`process ${process.pid} on `) as unknown,
        },
      })
    }
    expect(await entriesOf(store, 'r')).toEqual(entries)
    letGo()
    expect(await handle.result).toMatchObject({ status: 'ok', value: 'done' })
  })

  it('gives the run back when it is closed, so that it can be resumed', async () => {
    const store = memoryStore()
    const kept: JournalStore = { ...store, close: async () => undefined }
    const engine = createEngine({ store: kept })
    const { workflow, reached, steps, letGo } = waiting()
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await reached
    const entries = await entriesOf(store, 'r')
    await engine.close()
    await expect(handle.result).rejects.toMatchObject({ code: 'engine-closed' })
    letGo()
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect(await entriesOf(store, 'r')).toEqual(entries)
    const resumed = await createEngine({ store }).resume('r', workflow).result
    expect(resumed).toMatchObject({ status: 'ok', value: 'done', replay: { hits: 1, reruns: 1 } })
    expect(steps).toEqual(['first', 'second', 'second'])
  })

  it.each([
    [
      'a renewal is refused',
      async (lease: Lease): Promise<Leased> => ({ ok: false, reason: 'held', holder: lease }),
      10_000,
    ],
    [
      'renewals fail until the lease has run out',
      async (): Promise<Leased> => {
        throw new Error('unreachable')
      },
      30_000,
    ],
  ])('pays for nothing more once %s', async (_name, renew, afterMs) => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const { workflow, reached, steps, letGo } = waiting()
    const engine = createEngine({ store: { ...store, renew }, clock })
    const more = defineWorkflow({ name: 'more' }, async (ctx) => {
      await workflow.body(ctx, undefined)
      await ctx.step('third', async () => steps.push('third'))
    })
    const handle = engine.run(more, undefined, { runId: 'r' })
    await reached
    await clock.advance(afterMs)
    letGo()
    await expect(handle.result).rejects.toMatchObject({ code: 'lease-lost', data: { runId: 'r' } })
    expect(steps).toEqual(['first', 'second'])
  })

  it('drives nothing on when it is closed before the run had begun', async () => {
    const store = memoryStore()
    const engine = createEngine({ store: { ...store, close: async () => undefined } })
    let ran = false
    const body = async (): Promise<void> => {
      ran = true
    }
    const handle = engine.run(defineWorkflow({ name: 'w' }, body), undefined, { runId: 'r' })
    await engine.close()
    await expect(handle.result).rejects.toMatchObject({ code: 'engine-closed' })
    for (let turn = 0; turn < 10; turn += 1) await nextTurn()
    expect([ran, await entriesOf(store, 'r')]).toEqual([false, []])
  })

  it('keeps the steps of a run apart from those of a run that is started inside of it', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    let steps = 0
    const inner = defineWorkflow({ name: 'inner' }, (ctx) =>
      ctx.step('in', async () => (steps += 1)),
    )
    const outer = defineWorkflow({ name: 'outer' }, (ctx) =>
      ctx.parallel({
        branch: () =>
          ctx.step('run', async () => {
            const { value } = await engine.run(inner, undefined, { runId: 'inner' }).result
            return value
          }),
      }),
    )
    await engine.run(outer, undefined, { runId: 'outer' }).result
    const again = await engine.resume('inner', inner).result
    expect(again).toMatchObject({ value: 1, replay: { hits: 1, misses: 0 } })
    expect(steps).toBe(1)
  })
})

describe('starting and resuming', () => {
  it('refuses an id that is taken', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    await engine.run(one, undefined, { runId: 'r' }).result
    const entries = await entriesOf(store, 'r')
    await expect(engine.run(one, undefined, { runId: 'r' }).result).rejects.toMatchObject({
      code: 'run-exists',
      data: { runId: 'r' },
    })
    expect(await entriesOf(store, 'r')).toEqual(entries)
    expect(await engine.resume('r', one).result).toMatchObject({ status: 'ok' })
  })

  it('refuses an id that is unknown', async () => {
    const engine = createEngine({ store: memoryStore() })
    const unknown = { code: 'run-unknown', data: { runId: 'none' } }
    await expect(engine.resume('none', one).result).rejects.toMatchObject(unknown)
    await expect(engine.inspect('none')).rejects.toMatchObject(unknown)
  })

  it('finds registered code by name, and refuses other code or none', async () => {
    const store = memoryStore()
    await createEngine({ store }).run(one, undefined, { runId: 'r' }).result
    const registered = createEngine({ store, workflows: [one] })
    expect(await registered.resume('r').result).toMatchObject({ status: 'ok', value: 1 })
    const engine = createEngine({ store })
    await expect(engine.resume('r').result).rejects.toMatchObject({
      code: 'workflow-unknown',
      data: { workflow: 'one' },
    })
    const other = defineWorkflow({ name: 'other' }, async () => 2)
    await expect(engine.resume('r', other).result).rejects.toMatchObject({
      code: 'run-mismatch',
      data: { recorded: 'workflow "one"', asked: 'workflow "other"' },
    })
  })

  it('refuses other arguments than the recorded ones, and takes equal ones', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const echo = defineWorkflow({ name: 'echo' }, async (_ctx, args: object) => args)
    const first = await engine.run(echo, { a: 1, b: [2] }, { runId: 'r' }).result
    const again = await engine.resume('r', echo, { args: { b: [2], a: 1 } }).result
    expect(equalPart(again)).toEqual(equalPart(first))
    await expect(engine.resume('r', echo, { args: { a: 2 } }).result).rejects.toMatchObject({
      code: 'run-mismatch',
      data: { recorded: 'arguments {"a":1,"b":[2]}', asked: 'arguments {"a":2}' },
    })
  })

  it.each(['', 'a/b', '..', '.', 'a b', 'ü', 'x'.repeat(65), 5])(
    'refuses the run id %j',
    (runId) => {
      const engine = createEngine({ store: memoryStore() })
      expect(() => engine.run(one, undefined, { runId: runId as string })).toThrow(
        '"runId" must be',
      )
    },
  )

  it('refuses an option of a run that it does not know', () => {
    const engine = createEngine({ store: memoryStore() })
    expect(() => engine.run(one, undefined, { budgetUSD: 1 } as never)).toThrow(
      '"budgetUSD" is not known',
    )
  })

  it.each([undefined, null, {}, { name: 'w' }, 'one'])('refuses %j as a workflow', (workflow) => {
    const engine = createEngine({ store: memoryStore() })
    expect(() => engine.run(workflow as never, undefined)).toThrow('made by defineWorkflow()')
  })

  it.each([
    [{ stores: memoryStore() }, 'stores'],
    [{ dailyBudgetUsd: -1 }, 'dailyBudgetUsd'],
    [{ leaseTtlMs: 0 }, 'leaseTtlMs'],
    [{ redact: true }, 'redact'],
    [{ models: { judges: 'a:b' } }, 'models.judges'],
    [{ concurrency: 0 }, 'concurrency'],
    [{ onUnpriced: 'maybe' }, 'onUnpriced'],
    [{ onAmbiguous: 'ask' }, 'onAmbiguous'],
    [{ minOutputTokens: -1 }, 'minOutputTokens'],
    [{ limits: { maxTurns: 0 } }, 'limits.maxTurns'],
    [{ pricing: { 'a:b': {} } }, 'pricing["a:b"].inputUsdPerMTok'],
    [{ profiles: { p: {} } }, 'profiles.p.description'],
    [{ profiles: { p: { description: 'd', tools: [{}] } } }, 'profiles.p.tools[0]'],
    [{ profiles: { p: { description: 'd', findings: true } } }, 'profiles.p.findings'],
  ])('refuses the engine options %j, naming %s', (options, name) => {
    expect(() => createEngine({ store: memoryStore(), ...options } as never)).toThrow(`"${name}"`)
  })

  it('tells everything of a run to who reads its events', async () => {
    const model = scriptedModel(() => ({ text: 'hi' }))
    const engine = createEngine({ store: memoryStore(), models: { default: model } })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => {
      ctx.log('info', 'begun', { n: 1 })
      return ctx.agent('q', { label: 'greeter' })
    })
    const handle = engine.run(workflow, undefined)
    const told: unknown[] = []
    for await (const event of handle.events) {
      told.push(event.type === 'entry' ? [event.seq, event.entry.type] : event)
    }
    expect(told).toEqual([
      [1, 'run-started'],
      { type: 'log', level: 'info', message: 'begun', data: { n: 1 } },
      [2, 'step-started'],
      { type: 'delta', agent: 'greeter', text: 'hi' },
      [3, 'step-completed'],
      [4, 'run-settled'],
    ])
  })
})
