import { describe, expect, it } from 'vitest'
import { createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { virtualClock } from '../../src/testing/index.ts'
import { entriesOf, prefixOf } from '../support/journal.ts'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

const offsets = Array.from({ length: 40 }, (_, at) => at)

const steps = defineWorkflow({ name: 'steps' }, async (ctx) => {
  await ctx.step('one', () => turns(2))
  await ctx.step('two', () => turns(2))
  return 'done'
})

const waits = defineWorkflow({ name: 'waits' }, async (ctx) => {
  await ctx.step('one', async () => 1)
  return ctx.signal('key')
})

describe('engine.cancel()', () => {
  it('ends a run of this process as cancelled, or says that it was too late, at any offset', async () => {
    const seen = new Set<string>()
    for (const offset of offsets) {
      const store = memoryStore()
      const engine = createEngine({ store })
      const handle = engine.run(steps, undefined, { runId: 'r' })
      await turns(offset)
      const answer = await engine.cancel('r', 'enough')
      const { status, error } = await handle.result
      seen.add(`${answer.ok} ${status}`)
      expect([offset, answer]).toEqual([
        offset,
        status === 'cancelled' ? { ok: true } : { ok: false, reason: 'settled' },
      ])
      expect(error?.data).toEqual(answer.ok ? { reason: 'enough' } : undefined)
      expect(await engine.cancel('r')).toEqual({ ok: false, reason: 'settled' })
      expect(await store.inbox('r')).toEqual([])
    }
    expect([...seen].sort()).toEqual(['false ok', 'true cancelled'])
  })

  it('does the same from another engine', async () => {
    const seen = new Set<string>()
    for (const offset of offsets) {
      const clock = virtualClock({ now: 0 })
      const store = memoryStore({ clock })
      const engine = createEngine({ store, clock })
      const handle = engine.run(steps, undefined, { runId: 'r' })
      await turns(offset)
      let isAnswered = false
      const answering = createEngine({ store, clock })
        .cancel('r', 'enough')
        .finally(() => (isAnswered = true))
      while (!isAnswered) await clock.advance(50)
      const answer = await answering
      const { status } = await handle.result
      if (!answer.ok && answer.reason === 'unknown-run') continue
      seen.add(`${answer.ok} ${status}`)
      expect([offset, answer]).toEqual([
        offset,
        status === 'cancelled' ? { ok: true } : { ok: false, reason: 'settled' },
      ])
      expect(await store.inbox('r')).toEqual([])
    }
    expect([...seen]).toContain('false ok')
  })

  it('reaches a run that another engine holds', async () => {
    const clock = virtualClock({ now: 0 })
    const store = memoryStore({ clock })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.step(
        's',
        ({ signal }) =>
          new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve())),
      ),
    )
    const handle = createEngine({ store, clock }).run(workflow, undefined, { runId: 'r' })
    await turns(20)
    const answering = createEngine({ store, clock }).cancel('r', 'enough')
    await turns(20)
    await clock.advance(250)
    await turns(20)
    await clock.advance(250)
    expect(await answering).toEqual({ ok: true })
    expect(await handle.result).toMatchObject({ status: 'cancelled' })
    const [requested] = (await entriesOf(store, 'r')).filter((e) => e.type === 'cancel-requested')
    expect(requested).toMatchObject({ reason: 'enough', messageId: expect.any(String) as unknown })
  })

  it('ends a suspended run without its code, and at any offset around its suspension', async () => {
    const seen = new Set<string>()
    for (const offset of [...offsets, 100]) {
      const store = memoryStore()
      const engine = createEngine({ store })
      const handle = engine.run(waits, undefined, { runId: 'r' })
      await turns(offset)
      const answer = await engine.cancel('r', 'enough')
      const { status } = await handle.result
      if (!answer.ok) continue
      seen.add(status)
      const last = (await entriesOf(store, 'r')).at(-1)
      expect([offset, last]).toMatchObject([offset, { type: 'run-settled', status: 'cancelled' }])
      expect(await engine.resume('r', waits).result).toMatchObject({
        status: 'cancelled',
        error: { data: { reason: 'enough' } },
      })
      expect(await engine.signal('r', 'key', 1)).toEqual({ ok: false, reason: 'settled' })
    }
    expect([...seen].sort()).toEqual(['cancelled', 'suspended'])
  })

  it('ends a run that a crash cut off anywhere', async () => {
    const store = memoryStore()
    await createEngine({ store }).run(steps, undefined, { runId: 'r' }).result
    const entries = await entriesOf(store, 'r')
    for (let count = 1; count < entries.length; count += 1) {
      const copy = await prefixOf(store, 'r', count)
      const engine = createEngine({ store: copy })
      expect(await engine.cancel('r')).toEqual({ ok: true })
      expect(await engine.inspect('r')).toMatchObject({ status: 'cancelled' })
    }
  })

  it('is kept: a run that was told to end and then cut off ends as cancelled when it is resumed', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const handle = engine.run(waits, undefined, { runId: 'r' })
    await turns(8)
    expect(await engine.cancel('r', 'enough')).toEqual({ ok: true })
    await handle.result
    const entries = await entriesOf(store, 'r')
    const at = entries.findIndex(({ type }) => type === 'cancel-requested')
    for (let count = at + 1; count < entries.length; count += 1) {
      const copy = await prefixOf(store, 'r', count)
      const outcome = await createEngine({ store: copy }).resume('r', waits).result
      expect(outcome).toMatchObject({ status: 'cancelled', error: { data: { reason: 'enough' } } })
      const requests = (await entriesOf(copy, 'r')).filter((e) => e.type === 'cancel-requested')
      expect(requests).toHaveLength(1)
    }
  })

  it('does not reach a later generation with what was asked of an earlier one', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    await engine.run(steps, undefined, { runId: 'r' }).result
    const { length } = await entriesOf(store, 'r')
    const body = JSON.stringify({ kind: 'cancel', reason: 'late', after: length - 1 })
    await store.post('r', { id: 'late', at: 0, body })
    const longer = defineWorkflow({ name: 'steps' }, async (ctx) => {
      await steps.body(ctx, undefined)
      return ctx.step('three', () => turns(30).then(() => 'longer'))
    })
    expect(await engine.resume('r', longer).result).toMatchObject({ status: 'ok', value: 'longer' })
    expect(await store.inbox('r')).toEqual([])
  })

  it('ends the child runs of a suspended run, and settles their costs in it', async () => {
    const store = memoryStore()
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      ctx.parallel([() => ctx.workflow(waits, undefined), () => ctx.signal('own')]),
    )
    const engine = createEngine({ store })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    expect(await engine.cancel('r')).toEqual({ ok: true })
    const runs = await Array.fromAsync(engine.runs())
    expect(runs.map(({ status }) => status)).toEqual(['cancelled', 'cancelled'])
    expect(await engine.inspect('r')).toMatchObject({ steps: { open: 0, failed: 1 } })
  })

  it('knows no run that is not there', async () => {
    const engine = createEngine({ store: memoryStore() })
    expect(await engine.cancel('none')).toEqual({ ok: false, reason: 'unknown-run' })
  })
})
