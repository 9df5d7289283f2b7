import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import type { PlainSchema } from '../../src/agent/schema.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { scriptedModel, virtualClock } from '../../src/testing/index.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

const sum = defineWorkflow({ name: 'sum' }, async (ctx) => {
  const one = await ctx.step('one', async () => 1)
  const other = await ctx.signal<number>('other', { prompt: 'How many?' })
  return ctx.step('sum', async () => one + other)
})

const even: PlainSchema<number> = {
  jsonSchema: { type: 'number' },
  validate: (value) =>
    (value as number) % 2 === 0 ? { value: value as number } : { issues: [{ message: 'odd' }] },
}

describe('ctx.signal()', () => {
  it('suspends a run that only waits, and a resume goes on with the answer', async () => {
    const store = memoryStore()
    const engine = createEngine({ store, workflows: [sum] })
    const suspended = await engine.run(sum, undefined, { runId: 'r' }).result
    const pending = [{ kind: 'signal', key: 'other', prompt: 'How many?' }]
    expect(suspended).toMatchObject({ status: 'suspended', pending })
    expect(await Array.fromAsync(engine.runs())).toMatchObject([{ status: 'suspended' }])
    expect(await engine.inspect('r')).toMatchObject({ status: 'suspended', pending })
    const entries = await entriesOf(store, 'r')
    expect(entries.map(({ type }) => type)).not.toContain('run-settled')
    expect(await engine.resume('r').result).toMatchObject({ status: 'suspended', pending })
    expect(await entriesOf(store, 'r')).toEqual(entries)
    expect(await engine.signal('r', 'other', 4)).toEqual({ ok: true })
    const outcome = await engine.resume('r').result
    expect(outcome).toMatchObject({ status: 'ok', value: 5, replay: { hits: 1, misses: 1 } })
    expect(await engine.inspect('r')).not.toHaveProperty('pending')
    expect(await store.inbox('r')).toEqual([])
    expect(equalPart(await engine.resume('r').result)).toEqual(equalPart(outcome))
  })

  it('goes on in place while something else is under way, and enters no step twice', async () => {
    const store = memoryStore()
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
            return 'slow'
          }),
        one: async () => {
          const value = await ctx.signal('one')
          told.push(`one ${value as string}`)
          return value
        },
        other: () => ctx.signal('other'),
      }),
    )
    const engine = createEngine({ store })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await reached.promise
    await turns(40)
    expect(await engine.signal('r', 'foreign', 0)).toEqual({ ok: false, reason: 'not-awaited' })
    expect(await engine.signal('r', 'one', 'a')).toEqual({ ok: true })
    await turns(4)
    expect(told).toEqual(['slow', 'one a'])
    expect(await engine.signal('r', 'one', 'b')).toEqual({ ok: false, reason: 'already-answered' })
    expect(await engine.signal('r', 'other', null)).toEqual({ ok: true })
    gate.resolve()
    const value = { slow: 'slow', one: 'a', other: null }
    expect(await handle.result).toMatchObject({ status: 'ok', value })
    expect(told).toEqual(['slow', 'one a'])
    const started = (await entriesOf(store, 'r')).filter(({ type }) => type === 'step-started')
    expect(started).toHaveLength(1)
  })

  it('is noticed in another engine within a quarter of a second, without a conflict', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const gate = Promise.withResolvers<void>()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const held = ctx.step('held', () => gate.promise)
      const value = await ctx.signal('key')
      gate.resolve()
      await held
      return value
    })
    const handle = createEngine({ store, clock }).run(workflow, undefined, { runId: 'r' })
    await turns(40)
    expect(await createEngine({ store, clock }).signal('r', 'key', 'x')).toEqual({ ok: true })
    await turns(4)
    expect((await entriesOf(store, 'r')).map(({ type }) => type)).not.toContain('signal-received')
    await clock.advance(250)
    expect(await handle.result).toMatchObject({ status: 'ok', value: 'x' })
  })

  it('suspends no run whose answer was posted just before', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const handle = createEngine({ store, clock }).run(sum, undefined, { runId: 'r' })
    const elsewhere = createEngine({ store, clock })
    let answer = await elsewhere.signal('r', 'other', 4)
    for (; !answer.ok; answer = await elsewhere.signal('r', 'other', 4)) await turns(1)
    expect(await handle.result).toMatchObject({ status: 'ok', value: 5 })
  })

  it('says why a value is no answer', async () => {
    const store = memoryStore()
    const engine = createEngine({ store, workflows: [sum] })
    expect(await engine.signal('none', 'k', 1)).toEqual({ ok: false, reason: 'unknown-run' })
    await engine.run(sum, undefined, { runId: 'r' }).result
    expect(await engine.signal('r', 'k', 1)).toEqual({ ok: false, reason: 'not-awaited' })
    await expect(engine.signal('r', 'other', Number.NaN)).rejects.toMatchObject({
      code: 'value-not-lossless',
    })
    const answers = await Promise.all([1, 2, 3].map((value) => engine.signal('r', 'other', value)))
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(answers.filter(({ ok }) => !ok)).toEqual(
      Array(2).fill({ ok: false, reason: 'already-answered' }),
    )
    const first = answers.findIndex(({ ok }) => ok) + 1
    expect(await engine.resume('r').result).toMatchObject({ status: 'ok', value: 1 + first })
    expect(await engine.signal('r', 'other', 1)).toEqual({ ok: false, reason: 'settled' })
    expect(await store.inbox('r')).toEqual([])
  })

  it('refuses what its schema refuses, from a process without the code too, and loses nothing', async () => {
    const store = memoryStore()
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.signal('even', { schema: even }))
    const engine = createEngine({ store, workflows: [workflow] })
    const { pending } = await engine.run(workflow, undefined, { runId: 'r' }).result
    const elsewhere = createEngine({ store })
    expect(await elsewhere.signal('r', 'even', 'x')).toEqual({ ok: false, reason: 'invalid' })
    // Only the code knows that this one is odd.
    expect(await elsewhere.signal('r', 'even', 3)).toEqual({ ok: true })
    expect(await engine.resume('r').result).toMatchObject({ status: 'suspended', pending })
    const refused = (await entriesOf(store, 'r')).filter(({ type }) => type === 'signal-refused')
    expect(refused).toMatchObject([{ value: { json: 3 }, issues: ['odd'] }])
    expect(await elsewhere.signal('r', 'even', 4)).toEqual({ ok: true })
    expect(await engine.resume('r').result).toMatchObject({ status: 'ok', value: 4 })
  })

  it('is told in place when the code refuses its value', async () => {
    const store = memoryStore()
    const gate = Promise.withResolvers<void>()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const held = ctx.step('held', () => gate.promise)
      const value = await ctx.signal('even', { schema: even })
      await held
      return value
    })
    const engine = createEngine({ store })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await turns(40)
    expect(await engine.signal('r', 'even', 3)).toEqual({ ok: false, reason: 'invalid' })
    expect(await engine.signal('r', 'even', 6)).toEqual({ ok: true })
    gate.resolve()
    expect(await handle.result).toMatchObject({ status: 'ok', value: 6 })
  })

  it.each([
    ['its default', { default: 'late' }, { status: 'ok', value: 'late' }],
    ['a default of undefined', { default: undefined }, { status: 'ok' }],
    ['no default', {}, { status: 'error', error: { code: 'signal-timeout' } }],
  ])('ends with %s once its time has run out', async (_name, options, expected) => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.signal('key', { timeoutMs: 60_000, ...options }),
    )
    const engine = createEngine({ store, clock, workflows: [workflow] })
    const suspended = await engine.run(workflow, undefined, { runId: 'r' }).result
    const pending = [{ kind: 'signal', key: 'key', deadlineAt: 60_000 }]
    expect(suspended).toMatchObject({ status: 'suspended', pending })
    await clock.advance(60_000)
    expect(await engine.signal('r', 'key', 1)).toEqual({ ok: false, reason: 'not-awaited' })
    const handle = engine.resume('r')
    await turns(40)
    await clock.advance(1)
    const outcome = await handle.result
    expect(outcome).toMatchObject(expected)
    if (outcome.status !== 'ok') return
    expect(equalPart(await engine.resume('r').result)).toEqual(equalPart(outcome))
  })

  it('takes an answer that came in time, however late the run is resumed', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.signal('key', { timeoutMs: 60_000, default: 'late' }),
    )
    const engine = createEngine({ store, clock, workflows: [workflow] })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    await clock.advance(59_999)
    expect(await engine.signal('r', 'key', 'in time')).toEqual({ ok: true })
    await clock.advance(60_000)
    const handle = engine.resume('r')
    await turns(40)
    await clock.advance(1)
    expect(await handle.result).toMatchObject({ status: 'ok', value: 'in time' })
  })

  it('asks again when a run is resumed that failed for want of an answer', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.signal('key', { timeoutMs: 500 }))
    const engine = createEngine({ store, clock, workflows: [workflow] })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    await turns(60)
    await clock.advance(500)
    expect(await handle.result).toMatchObject({ status: 'error' })
    const again = engine.resume('r')
    await turns(60)
    expect(await engine.signal('r', 'key', 1)).toEqual({ ok: true })
    expect(await again.result).toMatchObject({ status: 'ok', value: 1 })
  })

  it('runs the code around a pause once for each answer in a loop', async () => {
    const store = memoryStore()
    let counter = 0
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const answers: unknown[] = []
      for (let round = 0; round < 3; round += 1) {
        await ctx.step('count', async () => (counter += 1), { deps: round })
        answers.push(await ctx.signal('answer'))
      }
      return answers
    })
    const engine = createEngine({ store, workflows: [workflow] })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    for (const answer of ['a', 'b']) {
      expect(await engine.signal('r', 'answer', answer)).toEqual({ ok: true })
      const early = await engine.signal('r', 'answer', 'early')
      expect(early).toEqual({ ok: false, reason: 'already-answered' })
      expect(await engine.resume('r').result).toMatchObject({ status: 'suspended' })
    }
    await engine.signal('r', 'answer', 'c')
    expect(await engine.resume('r').result).toMatchObject({ value: ['a', 'b', 'c'] })
    expect(counter).toBe(3)
  })

  it('hands a value to the step that waits for it, and to no other', async () => {
    const given: unknown[] = []
    const workflow = defineWorkflow({ name: 'w' }, async (ctx, arg: string) => {
      await ctx.step('first', async () => given.push(['first', arg]))
      const payload = await ctx.signal('payload')
      await ctx.step('second', async () => given.push(['second', payload]))
      await ctx.step('third', async () => given.push(['third', arg]))
    })
    const engine = createEngine({ store: memoryStore(), workflows: [workflow] })
    await engine.run(workflow, 'arg', { runId: 'r' }).result
    await engine.signal('r', 'payload', { by: 'hand' })
    await engine.resume('r').result
    expect(given).toEqual([
      ['first', 'arg'],
      ['second', { by: 'hand' }],
      ['third', 'arg'],
    ])
  })

  it('leaves each call of an agent before it once in the journal, and made once', async () => {
    const store = memoryStore()
    let executed = 0
    const look = tool({
      name: 'look',
      description: 'Looks.',
      input: { jsonSchema: { type: 'object' }, validate: (value) => ({ value }) },
      execute: () => (executed += 1),
    })
    const model = scriptedModel(({ turn }) =>
      turn === 1 ? { toolCalls: [{ name: 'look', input: {} }] } : { text: 'seen' },
    )
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const { text } = await ctx.agent('Look.', { tools: [look] })
      return [text, await ctx.signal('approve')]
    })
    const engine = createEngine({ store, models: { default: model }, workflows: [workflow] })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    await engine.signal('r', 'approve', true)
    expect(await engine.resume('r').result).toMatchObject({ value: ['seen', true] })
    const kinds = (await entriesOf(store, 'r')).flatMap((entry) =>
      entry.type === 'step-started' ? [entry.kind] : [],
    )
    expect([kinds, executed, model.calls.length]).toEqual([['model', 'tool', 'model'], 1, 2])
  })

  it('keeps any value as it was', async () => {
    const value = {
      text: 'nul \0, lone \ud800, \u2028',
      big: 'x'.repeat(20_000),
      list: [null, 0.1],
    }
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.signal('key'))
    const engine = createEngine({ store: memoryStore(), workflows: [workflow] })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    await engine.signal('r', 'key', value)
    expect(await engine.resume('r').result).toMatchObject({ status: 'ok', value })
  })

  it('that lost a race stays lost: a replay waits for nothing and writes nothing', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const race = (ctx: Context): Promise<unknown> =>
      Promise.race([
        ctx.signal('never', { timeoutMs: 100, default: 'late' }),
        ctx.step('quick', async () => 'quick'),
      ])
    const workflow = defineWorkflow({ name: 'w' }, race)
    const engine = createEngine({ store, clock, workflows: [workflow] })
    const outcome = await engine.run(workflow, undefined, { runId: 'r' }).result
    expect(outcome).toMatchObject({ status: 'ok', value: 'quick' })
    await clock.advance(1_000)
    const entries = await entriesOf(store, 'r')
    const again = engine.resume('r').result
    for (let turn = 0; turn < 40; turn += 1) await clock.advance(0)
    expect(equalPart(await again)).toEqual(equalPart(outcome))
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })

  it('goes the same way again from every prefix of its journal', async () => {
    const store = memoryStore()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      const order: unknown[] = []
      await ctx.parallel([
        async () => void order.push(await ctx.signal('a')),
        async () => void order.push(await ctx.step('s', () => turns(2).then(() => 's'))),
        async () => void order.push(await ctx.signal('b')),
      ])
      return order
    })
    const engine = createEngine({ store, workflows: [workflow] })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    await engine.signal('r', 'b', 'B')
    await engine.resume('r').result
    await engine.signal('r', 'a', 'A')
    const outcome = await engine.resume('r').result
    expect(outcome).toMatchObject({ status: 'ok', value: ['s', 'B', 'A'] })
    const entries = await entriesOf(store, 'r')
    for (let count = 1; count <= entries.length; count += 1) {
      const copy = await prefixOf(store, 'r', count)
      const other = createEngine({ store: copy, workflows: [workflow] })
      let again = await other.resume('r').result
      for (const key of ['b', 'a']) {
        if (again.status !== 'suspended') continue
        const answered = await other.signal('r', key, key.toUpperCase())
        if (answered.ok) again = await other.resume('r').result
      }
      expect([count, equalPart(again)]).toEqual([count, equalPart(outcome)])
    }
  })

  it.each([
    [{ default: 1 }, 'default'],
    [{ timeout: 1 }, 'timeout'],
  ])('refuses %j by name', async (options, option) => {
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.signal('k', options as object))
    const outcome = await createEngine({ store: memoryStore() }).run(workflow, undefined).result
    expect(outcome).toMatchObject({ error: { code: 'invalid-option', data: { option } } })
  })
})
