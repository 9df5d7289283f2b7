import { describe, expect, it } from 'vitest'
import { linkOf } from '../journal/codec.ts'
import { type Entry, genesis } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { memoryStore } from '../store/memory.ts'
import { verifyJournal } from './verify.ts'

const bytes = new TextEncoder().encode('"a payload"')
const blob = sha256(bytes)

const first: Entry = {
  type: 'run-started',
  seq: 1,
  at: 0,
  prev: genesis,
  format: 1,
  workflow: 'audit',
  args: { blob },
}
const second: Entry = { type: 'run-reopened', seq: 2, at: 1, prev: linkOf(first), generation: 2 }
const third: Entry = { type: 'run-reopened', seq: 3, at: 2, prev: linkOf(second), generation: 3 }

/** A store that holds these entries, and these bytes under the name of the one blob. */
function holding(entries: readonly Entry[], held: Uint8Array | undefined = bytes): JournalStore {
  return {
    ...memoryStore(),
    async *read() {
      yield* entries
    },
    getBlob: () => Promise.resolve(held),
  }
}

describe('verifyJournal()', () => {
  it('counts entries and blobs of a journal that is sound', async () => {
    expect(await verifyJournal(holding([first, second, third]), 'run-1')).toEqual({
      ok: true,
      entries: 3,
      blobs: 1,
    })
  })

  it.each([
    [
      'a changed entry',
      [{ ...first, workflow: 'other' }, second],
      2,
      'it does not continue entry 1',
    ],
    ['a missing entry', [first, third], 2, 'entry 3 stands in its place'],
    ['a repeated entry', [first, first], 2, 'entry 1 stands in its place'],
    ['a missing beginning', [second, third], 1, 'entry 2 stands in its place'],
    ['a foreign beginning', [{ ...first, prev: 'f'.repeat(64) }], 1, 'it does not begin a chain'],
  ] as const)('names the break of %s', async (_, entries, seq, reason) => {
    const found = await verifyJournal(holding(entries), 'run-1')
    expect(found).toMatchObject({ ok: false, seq, sound: seq - 1 })
    expect(found).toHaveProperty('reason', expect.stringContaining(reason))
  })

  it('names a blob that was changed, and one that is missing', async () => {
    const changed = holding([first], new Uint8Array([1]))
    expect(await verifyJournal(changed, 'run-1')).toMatchObject({
      seq: 1,
      reason: `its blob ${blob} was changed`,
    })
    const missing = { ...holding([first]), getBlob: () => Promise.resolve(undefined) }
    expect(await verifyJournal(missing, 'run-1')).toMatchObject({
      seq: 1,
      reason: `its blob ${blob} is missing`,
    })
  })

  it('reports a record that cannot be read as the break', async () => {
    const store: JournalStore = {
      ...holding([first]),
      async *read(runId) {
        yield first
        throw new AssayError('journal-corrupt', 'x', { runId, seq: 2, readable: 1 })
      },
    }
    expect(await verifyJournal(store, 'run-1')).toMatchObject({ ok: false, seq: 2, sound: 1 })
  })

  it('throws for a run that is not there', async () => {
    await expect(verifyJournal(memoryStore(), 'run-1')).rejects.toMatchObject({
      code: 'run-unknown',
    })
  })
})
