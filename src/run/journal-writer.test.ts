import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { linkOf } from '../journal/codec.ts'
import { type Draft, type Entry, genesis } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import type { Appended, JournalStore } from '../store/journal-store.ts'
import { memoryStore } from '../store/memory.ts'
import { JournalWriter } from './journal-writer.ts'

const clock = {
  now: () => 7,
  sleep: async () => undefined,
  after: () => () => undefined,
  every: () => () => undefined,
}
const broken = new AssayError('store-failed', 'disk', { operation: 'append', reason: 'disk' })

interface Opened {
  readonly writer: JournalWriter
  readonly durable: Entry[]
  readonly breaks: string[]
}

function open(store: JournalStore): Opened {
  const durable: Entry[] = []
  const breaks: string[] = []
  const writer = new JournalWriter({
    store,
    runId: 'r',
    token: 0,
    clock,
    onDurable: (entry) => durable.push(entry),
    onBroken: ({ code }) => breaks.push(code),
  })
  return { writer, durable, breaks }
}

/** A store whose appends answer as the script says, then as the real one does. */
function scripted(
  script: ((real: () => Promise<Appended>) => Promise<Appended>)[],
): JournalStore & { readonly batches: number[][] } {
  const store = memoryStore()
  const batches: number[][] = []
  return {
    ...store,
    batches,
    append: (runId, entries, guard) => {
      batches.push(entries.map(({ seq }) => seq))
      const real = (): Promise<Appended> => store.append(runId, entries, guard)
      return script.shift()?.(real) ?? real()
    },
  }
}

function decision(name: string): Draft {
  const identity = { scope: '', key: name, ordinal: 0 }
  return { type: 'decided', ...identity, decision: name, value: { json: name } }
}

async function stored(store: JournalStore): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of store.read('r')) entries.push(entry)
  return entries
}

const fails = async (): Promise<Appended> => {
  throw broken
}

describe('JournalWriter', () => {
  it('numbers and links entries, and makes those of one turn durable in one append', async () => {
    const store = scripted([])
    const { writer, durable } = open(store)
    const written = ['a', 'b', 'c'].map((name) => writer.write(decision(name)))
    expect(durable).toEqual([])
    await writer.flushed()
    expect(store.batches).toEqual([[1, 2, 3]])
    expect(written.map(({ prev }) => prev)).toEqual([
      genesis,
      linkOf(written[0] as Entry),
      linkOf(written[1] as Entry),
    ])
    expect(await stored(store)).toEqual(written)
  })

  it('has one append in flight, and gathers what is written meanwhile', async () => {
    const gate = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const store = scripted([
      async (real) => {
        reached.resolve()
        await gate.promise
        return real()
      },
    ])
    const { writer } = open(store)
    writer.write(decision('a'))
    await reached.promise
    writer.write(decision('b'))
    writer.write(decision('c'))
    gate.resolve()
    await writer.flushed()
    expect(store.batches).toEqual([[1], [2, 3]])
  })

  it('writes the same batch again when the store failed, and nothing twice', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 4 }), fc.boolean(), async (times, wrote) => {
        const failing = async (real: () => Promise<Appended>): Promise<Appended> => {
          // A commit may succeed and still be reported as failed.
          if (wrote) await real()
          throw broken
        }
        const store = scripted(Array.from({ length: times }, () => failing))
        const { writer, durable, breaks } = open(store)
        writer.write(decision('a'))
        writer.write(decision('b'))
        await writer.flushed()
        writer.write(decision('c'))
        await writer.flushed()
        expect((await stored(store)).map(({ seq }) => seq)).toEqual([1, 2, 3])
        expect(durable.map(({ seq }) => seq)).toEqual([1, 2, 3])
        expect(store.batches.slice(0, times)).toEqual(Array.from({ length: times }, () => [1, 2]))
        expect(breaks).toEqual([])
      }),
    )
  })

  it('gives up after five attempts, and tells all who wait', async () => {
    const store = scripted([fails, fails, fails, fails, fails])
    const { writer, durable, breaks } = open(store)
    writer.write(decision('a'))
    await expect(writer.flushed()).rejects.toBe(broken)
    await expect(writer.flushed()).rejects.toBe(broken)
    expect(() => writer.write(decision('b'))).toThrow(broken)
    expect([store.batches.length, durable.length, breaks]).toEqual([5, 0, ['store-failed']])
  })

  it.each([
    ['fenced', { ok: false, reason: 'fenced', heldBy: 9 }],
    ['a conflict', { ok: false, reason: 'conflict', lastSeq: 1 }],
  ] as const)('stops for good when it is refused as %s', async (_name, refusal) => {
    const store = scripted([async () => refusal])
    const { writer, breaks } = open(store)
    writer.write(decision('a'))
    const flushed = writer.flushed()
    await expect(flushed).rejects.toMatchObject({ code: 'lease-lost', data: { runId: 'r' } })
    expect(() => writer.write(decision('b'))).toThrow('driven by another process')
    expect([store.batches, breaks, await stored(store)]).toEqual([[[1]], ['lease-lost'], []])
  })

  it('does not take the entries of another writer for its own after a failure', async () => {
    const conflict = async (): Promise<Appended> => ({ ok: false, reason: 'conflict', lastSeq: 5 })
    const { writer, breaks } = open(scripted([fails, conflict]))
    writer.write(decision('a'))
    await expect(writer.flushed()).rejects.toMatchObject({ code: 'lease-lost' })
    expect(breaks).toEqual(['lease-lost'])
  })

  it('writes an entry as it was, when the value in it changes later', async () => {
    const store = scripted([])
    const { writer } = open(store)
    const list = [1]
    writer.write({ ...decision('a'), value: { json: list } } as Draft)
    list.push(2)
    await writer.flushed()
    expect(await stored(store)).toMatchObject([{ value: { json: [1] } }])
  })

  it('appends nothing after a halt, not even what failed before it', async () => {
    const halted = new AssayError('engine-closed', 'closed', { runId: 'r' })
    const opened: { writer?: JournalWriter } = {}
    const store = scripted([
      async () => {
        opened.writer?.halt(halted)
        throw broken
      },
    ])
    const { writer } = open(store)
    opened.writer = writer
    writer.write(decision('a'))
    await expect(writer.flushed()).rejects.toBe(halted)
    expect([store.batches, await stored(store)]).toEqual([[[1]], []])
  })

  it('keeps blobs before the entries that refer to them', async () => {
    const order: string[] = []
    const store = scripted([
      async (real) => {
        order.push('append')
        return real()
      },
    ])
    const { writer } = open({
      ...store,
      putBlob: (bytes) => {
        order.push('blob')
        return store.putBlob(bytes)
      },
    })
    writer.write(decision('a'), [new Uint8Array(3)])
    await writer.flushed()
    expect(order).toEqual(['blob', 'append'])
  })
})
