import { deepEqual, equal, rejects } from 'node:assert/strict'
import type { JournalStore } from '../journal-store.ts'
import {
  type ConformanceCase,
  casesOf,
  collect,
  fill,
  journalOf,
  type MakeStore,
  owner,
  type Scene,
} from './fixture.ts'

const journal = journalOf(['a', 'b', 'c'])

/** Guards, order, and all or nothing. */
export function appendCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'append', {
    async 'keeps a batch whole and in order'({ store }) {
      const answer = await store.append('r', journal, { after: 0, token: 0 })
      deepEqual(answer, { ok: true, lastSeq: 4 })
      deepEqual(await collect(store.read('r')), journal)
    },

    async 'goes on after the last entry'({ store }) {
      await store.append('r', journal.slice(0, 2), { after: 0, token: 0 })
      const answer = await store.append('r', journal.slice(2), { after: 2, token: 0 })
      deepEqual(answer, { ok: true, lastSeq: 4 })
      deepEqual(await collect(store.read('r')), journal)
    },

    async 'answers the last seq when nothing is appended'({ store }) {
      await fill(store, 'r', journal)
      deepEqual(await store.append('r', [], { after: 4, token: 0 }), { ok: true, lastSeq: 4 })
      deepEqual(await store.append('r', [], { after: 3, token: 0 }), {
        ok: false,
        reason: 'conflict',
        lastSeq: 4,
      })
    },

    'refuses a writer that has not seen the last entry, and writes nothing': refusesConflicts,

    'refuses every token but the highest ever given out': refusesOldTokens,

    async 'tells fencing before a conflict'({ store }) {
      await fill(store, 'r')
      await store.lease('r', owner('one'))
      const answer = await store.append('r', journal, { after: 0, token: 0 })
      deepEqual(answer, { ok: false, reason: 'fenced', heldBy: 1 })
    },

    'applies appends that wait together in the order of the calls': keepsOrder,

    'gives each seq to one of many writers': givesEachSeqOnce,

    async 'throws when seqs do not follow one another, and keeps nothing'({ store }) {
      const [first, , third] = journal
      if (first === undefined || third === undefined) return
      await rejects(store.append('r', [first, third], { after: 0, token: 0 }), {
        code: 'invalid-argument',
      })
      deepEqual(await collect(store.read('r')), [])
    },

    async 'keeps what it was handed, whatever the caller does next'({ store }) {
      const value = { deep: ['before'] }
      const [first] = journalOf([])
      if (first === undefined) return
      const appended = store.append('r', [{ ...first, args: { json: value } } as typeof first], {
        after: 0,
        token: 0,
      })
      value.deep[0] = 'after'
      await appended
      const [read] = await collect(store.read('r'))
      equal(JSON.stringify(read).includes('after'), false)
    },

    'refuses run ids that it could not tell apart': refusesRunIds,
  })
}

async function refusesConflicts({ store }: Scene): Promise<void> {
  await fill(store, 'r', journal.slice(0, 2))
  const conflict = { ok: false, reason: 'conflict', lastSeq: 2 }
  deepEqual(await store.append('r', journal.slice(1, 2), { after: 1, token: 0 }), conflict)
  deepEqual(await store.append('r', journal.slice(3), { after: 3, token: 0 }), conflict)
  deepEqual(await store.append('r', journal.slice(3), { after: 2, token: 0 }), conflict)
  deepEqual(await collect(store.read('r')), journal.slice(0, 2))
}

async function refusesOldTokens({ store }: Scene): Promise<void> {
  const first = await store.lease('r', owner('one'))
  equal(first.ok && first.lease.token, 1)
  const fenced = { ok: false, reason: 'fenced', heldBy: 1 }
  deepEqual(await store.append('r', journal, { after: 0, token: 0 }), fenced)
  deepEqual(await store.append('r', journal, { after: 0, token: 2 }), fenced)
  deepEqual(await collect(store.read('r')), [])
  deepEqual(await store.append('r', journal, { after: 0, token: 1 }), { ok: true, lastSeq: 4 })
}

async function keepsOrder({ store }: Scene): Promise<void> {
  const other = journalOf(['x', 'y', 'z'])
  const answers = await Promise.all(
    journal.flatMap((entry, index) => [
      store.append('r', [entry], { after: index, token: 0 }),
      store.append('q', other.slice(index, index + 1), { after: index, token: 0 }),
      store.append('r', [entry], { after: index, token: 0 }),
    ]),
  )
  const refused = (lastSeq: number): object => ({ ok: false, reason: 'conflict', lastSeq })
  deepEqual(
    answers,
    [1, 2, 3, 4].flatMap((lastSeq) => [
      { ok: true, lastSeq },
      { ok: true, lastSeq },
      refused(lastSeq),
    ]),
  )
  deepEqual(await collect(store.read('r')), journal)
  deepEqual(await collect(store.read('q')), other)
}

async function givesEachSeqOnce({ store }: Scene): Promise<void> {
  const entries = journalOf(Array.from({ length: 30 }, (_, index) => index))
  const won = await Promise.all(Array.from({ length: 4 }, () => race(store, entries)))
  equal(
    won.reduce((sum, wins) => sum + wins, 0),
    entries.length,
  )
  deepEqual(await collect(store.read('r')), entries)
}

async function race(store: JournalStore, entries: ReturnType<typeof journalOf>): Promise<number> {
  let wins = 0
  for (let after = 0; after < entries.length; ) {
    const answer = await store.append('r', entries.slice(after, after + 1), { after, token: 0 })
    if (answer.ok) wins += 1
    after = answer.ok || answer.reason === 'conflict' ? answer.lastSeq : entries.length
  }
  return wins
}

async function refusesRunIds({ store }: Scene): Promise<void> {
  for (const runId of ['', 'nul\0', 'lone\ud800']) {
    await rejects(store.append(runId, journal, { after: 0, token: 0 }), {
      code: 'invalid-argument',
    })
  }
}
