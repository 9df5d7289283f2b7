import { deepEqual, equal, rejects } from 'node:assert/strict'
import {
  type ConformanceCase,
  casesOf,
  collect,
  fill,
  journalOf,
  type MakeStore,
  type Scene,
} from './fixture.ts'

const strings = [
  'line\nfeed\r\n',
  'separators \u2028 \u2029',
  'nul \0 in the middle',
  'lone \ud800 high',
  'lone \udc00 low',
  'pair \u{1f600}',
  '"quotes" and \\ backslashes',
  "'; DROP TABLE entry; --",
  '',
]

/** Order, bounds, and that every value comes back as it was. */
export function readCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'read', {
    async 'gives nothing for a run that is not there'({ store }) {
      deepEqual(await collect(store.read('r')), [])
    },

    async 'starts at any seq'({ store }) {
      const journal = await fill(store, 'r', journalOf(['a', 'b', 'c']))
      deepEqual(await collect(store.read('r', 3)), journal.slice(2))
      deepEqual(await collect(store.read('r', 5)), [])
    },

    async 'refuses to start where no entry can be'({ store }) {
      for (const from of [0, -1, 1.5, Number.NaN]) {
        await rejects(async () => collect(store.read('r', from)), { code: 'invalid-argument' })
      }
    },

    async 'gives back any string as it was'({ store }) {
      const journal = await fill(store, 'r', journalOf(strings))
      deepEqual(await collect(store.read('r')), journal)
    },

    async 'gives back payloads of many sizes'({ store }) {
      const sizes = [1, 8 * 1024 - 1, 8 * 1024, 8 * 1024 + 1, 300_000]
      const journal = await fill(store, 'r', journalOf(sizes.map((size) => 'é'.repeat(size))))
      deepEqual(await collect(store.read('r')), journal)
    },

    async 'ends where the journal ended when it was called'({ store }) {
      const journal = journalOf(['a', 'b', 'c'])
      await fill(store, 'r', journal.slice(0, 2))
      const reading = store.read('r')
      await store.append('r', journal.slice(2), { after: 2, token: 0 })
      deepEqual(await collect(reading), journal.slice(0, 2))
    },

    'gives a journal of 10,000 entries while it grows and others read': readsLongJournals,

    async 'stops as soon as its reader does'({ store }) {
      await fill(store, 'r', journalOf(Array.from({ length: 2000 }, (_, index) => index)))
      for await (const entry of store.read('r')) if (entry.seq === 3) break
      equal((await collect(store.read('r', 2000))).length, 2)
    },
  })
}

async function readsLongJournals({ store }: Scene): Promise<void> {
  const journal = journalOf(Array.from({ length: 10_000 }, (_, index) => index))
  await fill(store, 'r', journal.slice(0, 10_000))
  let expected = 1
  for await (const entry of store.read('r')) {
    if (entry.seq !== expected) equal(entry.seq, expected)
    if (entry.seq === 700) await store.append('r', journal.slice(10_000), afterTenThousand)
    if (entry.seq === 5000) equal((await collect(store.read('r', 9000))).length, 1002)
    expected += 1
  }
  equal(expected, 10_001)
}

const afterTenThousand = { after: 10_000, token: 0 }
