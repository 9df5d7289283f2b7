import { deepEqual, equal } from 'node:assert/strict'
import { journalFormat, type RunStarted } from '../../journal/entry.ts'
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

/** The runs of a store. */
export function listCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'list', {
    async 'gives nothing for an empty store, nor for a run that is only leased'({ store }) {
      await store.lease('r', owner('one'))
      await store.post('r', { id: 'a', at: 1, body: '' })
      deepEqual(await collect(store.list()), [])
    },

    async 'gives the ends of each journal and the lease that stands'({ store, pass }) {
      const leased = await store.lease('r', owner('one'), { ttlMs: 10 })
      const lease = leased.ok ? leased.lease : undefined
      const journal = journalOf(['a', 'b'])
      await store.append('r', journal, { after: 0, token: 1 })
      const ends = { runId: 'r', first: journal[0], last: journal[2] }
      deepEqual(await collect(store.list()), [{ ...ends, lease }])
      pass(20)
      deepEqual(await collect(store.list()), [{ ...ends, lease }])
      if (lease !== undefined) await store.release(lease)
      deepEqual(await collect(store.list()), [ends])
    },

    async 'puts the run written to last first'({ store }) {
      const journal = journalOf(['a'])
      for (const runId of ['b', 'a', 'c']) await fill(store, runId, journal.slice(0, 1))
      deepEqual(await idsOf(store.list()), ['c', 'a', 'b'])
      await store.append('b', journal.slice(1), { after: 1, token: 0 })
      deepEqual(await idsOf(store.list()), ['b', 'c', 'a'])
    },

    async 'gives only the runs that the filter wants'({ store }) {
      await fill(store, 'old', journalOf(['a'], 'work', 10))
      await fill(store, 'new', journalOf(['a'], 'work', 20))
      await fill(store, 'other', journalOf(['a'], 'play', 20))
      deepEqual(await idsOf(store.list({ updatedSince: 20 })), ['other', 'new'])
      deepEqual(await idsOf(store.list({ workflow: 'work' })), ['new', 'old'])
      deepEqual(await idsOf(store.list({ workflow: 'play', updatedSince: 21 })), [])
      deepEqual(await idsOf(store.list({ runId: 'old' })), ['old'])
      deepEqual(await idsOf(store.list({ runId: 'old', workflow: 'play' })), [])
      deepEqual(await idsOf(store.list({ runId: 'none' })), [])
    },

    'gives a run of a later format as unreadable, with its lease, and all others': listsUnreadable,

    async 'goes on when a run is deleted meanwhile'({ store }) {
      for (const runId of ['a', 'b', 'c']) await fill(store, runId)
      const seen: string[] = []
      for await (const { runId } of store.list()) {
        seen.push(runId)
        if (runId === 'c') equal(await store.delete('b'), true)
      }
      deepEqual(seen, ['c', 'a'])
    },
  })
}

async function listsUnreadable({ store }: Scene): Promise<void> {
  await fill(store, 'one', journalOf(['a']))
  const leased = await store.lease('later', owner('one'))
  const [started] = journalOf([])
  const later = { ...started, format: journalFormat + 1 } as RunStarted
  await store.append('later', [later], { after: 0, token: 1 })
  await fill(store, 'two', journalOf(['a']))
  const heads = await collect(store.list())
  deepEqual(
    heads.map(({ runId }) => runId),
    ['two', 'later', 'one'],
  )
  const [, head] = heads
  equal(head !== undefined && 'unreadable' in head && head.unreadable.code, 'journal-format')
  deepEqual(head?.lease, leased.ok && leased.lease)
  deepEqual(await idsOf(store.list({ workflow: 'work' })), ['two', 'one'])
  deepEqual(await idsOf(store.list({ runId: 'later' })), ['later'])
}

async function idsOf(heads: AsyncIterable<{ readonly runId: string }>): Promise<readonly string[]> {
  return (await collect(heads)).map((head) => head.runId)
}
