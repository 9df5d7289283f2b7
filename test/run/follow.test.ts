import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  createEngine,
  defineWorkflow,
  type Engine,
  memoryStore,
  type RunEvent,
} from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { fill, journalOf, owner } from '../../src/store/conformance/fixture.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { virtualClock } from '../../src/testing/index.ts'
import { entriesOf } from '../support/journal.ts'
import { runNode } from '../support/run-node.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

/** A workflow of so many steps, each of which waits to be let go. */
function gated(steps: number): {
  readonly workflow: ReturnType<typeof defineWorkflow<undefined, string>>
  readonly letGo: (count?: number) => void
} {
  const gates = Array.from({ length: steps }, () => Promise.withResolvers<void>())
  let open = 0
  const workflow = defineWorkflow<undefined, string>({ name: 'gated' }, async (ctx) => {
    for (const [at, gate] of gates.entries()) {
      await ctx.step(`s${at}`, async () => gate.promise.then(() => at))
      ctx.log('info', `passed ${at}`)
    }
    return 'done'
  })
  return {
    workflow,
    letGo: (count = 1) => {
      for (const gate of gates.slice(open, open + count)) gate.resolve()
      open += count
    },
  }
}

function seqsIn(events: readonly RunEvent[]): number[] {
  return events.flatMap((event) => (event.type === 'entry' ? [event.seq] : []))
}

function upTo(last: number, first = 1): number[] {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

async function take(events: AsyncIterable<RunEvent>, lastSeq: number): Promise<RunEvent[]> {
  const taken: RunEvent[] = []
  for await (const event of events) {
    taken.push(event)
    if (event.type === 'entry' && event.seq >= lastSeq) break
  }
  return taken
}

describe('engine.events()', () => {
  it('tells 11 to 30 once to a reader that was cut off after 10 of 30', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const { workflow, letGo } = gated(14)
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    letGo(7)
    expect(seqsIn(await take(engine.events('r'), 10))).toEqual(upTo(10))
    const rest = Array.fromAsync(engine.events('r', { after: 10 }))
    letGo(7)
    await handle.result
    expect(seqsIn(await rest)).toEqual(upTo(30, 11))
    expect(seqsIn(await Array.fromAsync(engine.events('r', { after: 10 })))).toEqual(upTo(30, 11))
    expect(await Array.fromAsync(engine.events('r', { after: 30 }))).toEqual([])
  })

  it('has no gap and no duplicate at the seam, whenever it is joined', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const { workflow, letGo } = gated(20)
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    const readers: Promise<RunEvent[]>[] = []
    for (let step = 0; step < 20; step += 1) {
      readers.push(Array.fromAsync(engine.events('r', { after: step })))
      for (let turn = 0; turn < step % 4; turn += 1) await nextTurn()
      letGo()
    }
    await handle.result
    const last = (await entriesOf(store, 'r')).length
    for (const [after, reader] of readers.entries()) {
      expect(seqsIn(await reader)).toEqual(upTo(last, after + 1))
    }
    expect((await readers[0])?.filter(({ type }) => type === 'log')).toHaveLength(20)
  })

  it('tells every entry to a slow reader, and of what else it missed the count', async () => {
    const engine = createEngine({ store: memoryStore() })
    const reached = Promise.withResolvers<void>()
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      await ctx.step('one', () => reached.promise)
      for (let line = 0; line < 3000; line += 1) ctx.log('info', `${line}`)
      for (let step = 0; step < 10; step += 1) await ctx.step(`s${step}`, async () => step)
    })
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    const events = engine.events('r')[Symbol.asyncIterator]()
    const told: RunEvent[] = [(await events.next()).value as RunEvent]
    reached.resolve()
    await handle.result
    for (let next = await events.next(); next.done !== true; next = await events.next()) {
      told.push(next.value)
    }
    const logs = told.filter(({ type }) => type === 'log').length
    const skipped = told.reduce(
      (sum, event) => sum + (event.type === 'skipped' ? event.count : 0),
      0,
    )
    expect(seqsIn(told)).toEqual(upTo(24))
    expect(logs).toBeLessThanOrEqual(1024)
    expect(logs + skipped).toBe(3000)
  })

  it('follows a run that another engine drives, until it has settled', async () => {
    const store = memoryStore()
    const { workflow, letGo } = gated(3)
    const handle = createEngine({ store }).run(workflow, undefined, { runId: 'r' })
    letGo()
    while ((await entriesOf(store, 'r')).length < 4) await nextTurn()
    const reader = Array.fromAsync(createEngine({ store }).events('r', { after: 1 }))
    letGo(2)
    await handle.result
    expect(seqsIn(await reader)).toEqual(upTo(8, 2))
  })

  it('waits for a run that was given back, and goes on when it is resumed here', async () => {
    const clock = virtualClock()
    const store = memoryStore({ clock })
    const kept: JournalStore = { ...store, close: async () => undefined }
    const first = createEngine({ store: kept, clock })
    const { workflow, letGo } = gated(2)
    const handle = first.run(workflow, undefined, { runId: 'r' })
    handle.result.catch(() => undefined)
    letGo()
    while ((await entriesOf(store, 'r')).length < 4) await nextTurn()
    await first.close()
    const second = createEngine({ store, clock })
    const reader = Array.fromAsync(second.events('r'))
    await clock.advance(1000)
    letGo()
    await second.resume('r', workflow).result
    await clock.advance(1000)
    expect(seqsIn(await reader)).toEqual(upTo((await entriesOf(store, 'r')).length))
  })

  it('pulls no entry before its reader asks for it', async () => {
    const store = memoryStore()
    await fill(store, 'r', journalOf(Array.from({ length: 2600 }, () => 'x'.repeat(8000))))
    let pulled = 0
    const counting: JournalStore = {
      ...store,
      async *read(runId, from) {
        for await (const entry of store.read(runId, from)) {
          pulled += 1
          yield entry
        }
      },
    }
    let told = 0
    let most = 0
    for await (const _event of createEngine({ store: counting }).events('r')) {
      told += 1
      most = Math.max(most, pulled - told)
      if (told === 2601) break
    }
    expect([told, most]).toEqual([2601, 0])
  })

  it('reads a backlog of 64 MB within a heap of 40 MB', async () => {
    const path = join(folder, 'backlog.db')
    const store = sqliteStore({ path, durability: 'process' })
    const journal = journalOf(Array.from({ length: 8000 }, () => 'x'.repeat(8000)))
    for (let after = 0; after < journal.length; after += 1000) {
      await store.append('r', journal.slice(after, after + 1000), { after, token: 0 })
    }
    await store.close()
    const script = join(import.meta.dirname, '../contend/backlog-reader.ts')
    const ended = await runNode(['--max-old-space-size=40', script, path, String(journal.length)])
    expect(ended).toMatchObject({ code: 0, stdout: '8001 in order\n' })
  })

  it('ends when its signal aborts, also while it waits', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const { workflow, letGo } = gated(1)
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    while ((await entriesOf(store, 'r')).length < 2) await nextTurn()
    for (const reading of [engine, createEngine({ store })]) {
      const stop = new AbortController()
      const reader = Array.fromAsync(reading.events('r', { signal: stop.signal }))
      for (let turn = 0; turn < 5; turn += 1) await nextTurn()
      stop.abort()
      expect(seqsIn(await reader)).toEqual([1, 2])
    }
    letGo()
    await handle.result
  })

  it('refuses a run that is not there, and a place that no entry has', async () => {
    const engine = createEngine({ store: memoryStore() })
    await expect(Array.fromAsync(engine.events('r', { after: 3 }))).rejects.toMatchObject({
      code: 'run-unknown',
    })
    expect(() => engine.events('r', { after: -1 })).toThrow('"after"')
    expect(() => engine.events('r', { from: 1 } as never)).toThrow('"from"')
  })

  it('tells what can be read before it fails at what cannot', async () => {
    const store = memoryStore()
    const [one, two, three] = journalOf(['a', 'b'])
    await store.append('r', [one, two] as never, { after: 0, token: 0 })
    const later = { ...three, format: 99 }
    await store.append('r', [later] as never, { after: 2, token: 0 })
    const events = createEngine({ store }).events('r')[Symbol.asyncIterator]()
    expect((await events.next()).value).toMatchObject({ seq: 1 })
    expect((await events.next()).value).toMatchObject({ seq: 2 })
    await expect(events.next()).rejects.toMatchObject({ code: 'journal-format' })
  })
})

describe('engine.delete()', () => {
  const large = defineWorkflow({ name: 'large' }, async (ctx) =>
    ctx.step('large', async () => 'x'.repeat(20_000)),
  )

  async function runOf(engine: Engine, runId: string): Promise<void> {
    await engine.run(large, undefined, { runId }).result
  }

  function blobIn(entries: Awaited<ReturnType<typeof entriesOf>>): string {
    const ended = entries.find(({ type }) => type === 'step-completed')
    return (ended as { output: { blob?: string } }).output.blob ?? ''
  }

  it('takes a run, and its blobs once no other run refers to them', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    await runOf(engine, 'one')
    await runOf(engine, 'two')
    const blob = blobIn(await entriesOf(store, 'one'))
    expect(await engine.delete('one')).toEqual({ ok: true })
    expect(await entriesOf(store, 'one')).toEqual([])
    expect(await store.getBlob(blob)).toBeDefined()
    expect(await engine.delete('two')).toEqual({ ok: true })
    expect(await store.getBlob(blob)).toBeUndefined()
    expect(await Array.fromAsync(engine.runs())).toEqual([])
    expect(await engine.delete('two')).toEqual({ ok: false, reason: 'unknown-run' })
  })

  it('refuses a run that a living process drives, and leaves it whole', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const { workflow, letGo } = gated(1)
    const handle = engine.run(workflow, undefined, { runId: 'r' })
    while ((await entriesOf(store, 'r')).length < 2) await nextTurn()
    for (const other of [engine, createEngine({ store })]) {
      expect(await other.delete('r')).toEqual({ ok: false, reason: 'running' })
    }
    letGo()
    expect(await handle.result).toMatchObject({ status: 'ok' })
    expect(await engine.delete('r')).toEqual({ ok: true })
  })

  it('keeps the count of tokens, so that a driver of the deleted run stays fenced', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    await runOf(engine, 'r')
    await engine.delete('r')
    const leased = await store.lease('r', owner('one'))
    expect(leased.ok && leased.lease.token).toBeGreaterThan(1)
    expect(await store.append('r', journalOf([]), { after: 0, token: 1 })).toMatchObject({
      reason: 'fenced',
    })
  })

  it('ends those who follow the run', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    await fill(store, 'r', journalOf(['a']))
    const reader = Array.fromAsync(engine.events('r'))
    for (let turn = 0; turn < 3; turn += 1) await nextTurn()
    await engine.delete('r')
    expect(seqsIn(await reader)).toEqual([1, 2])
  })
})
