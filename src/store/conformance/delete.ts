import { deepEqual, equal } from 'node:assert/strict'
import type { JournalStore } from '../journal-store.ts'
import {
  type ConformanceCase,
  casesOf,
  collect,
  decided,
  fill,
  journalOf,
  type MakeStore,
  owner,
} from './fixture.ts'

const bytes: Uint8Array = new Uint8Array(9000)

/** What goes with a run, and what stays. */
export function deleteCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return [...runCases(makeStore), ...blobCases(makeStore)]
}

function runCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'delete', {
    async 'takes the journal and the inbox, and nothing of other runs'({ store }) {
      const journal = await fill(store, 'kept', journalOf(['a']))
      await fill(store, 'r', journal)
      for (const runId of ['r', 'kept']) await store.post(runId, { id: 'a', at: 1, body: runId })
      equal(await store.delete('r'), true)
      deepEqual(await collect(store.read('r')), [])
      deepEqual(await store.inbox('r'), [])
      deepEqual(await collect(store.read('kept')), journal)
      equal((await store.inbox('kept')).length, 1)
    },

    async 'is refused while a live lease stands'({ store, pass }) {
      await store.lease('r', owner('one'), { ttlMs: 10 })
      equal(await store.delete('r'), false)
      pass(10)
      equal(await store.delete('r'), true)
    },

    async 'keeps the count of tokens'({ store, pass }) {
      await store.lease('r', owner('one'), { ttlMs: 10 })
      pass(10)
      await store.delete('r')
      const again = await store.lease('r', owner('two'))
      equal(again.ok && again.lease.token, 2)
    },

    async 'takes the lease that ran out'({ store, pass }) {
      const leased = await store.lease('r', owner('one'), { ttlMs: 10 })
      pass(10)
      await store.delete('r')
      equal(leased.ok && (await store.renew(leased.lease)).ok, false)
    },

    async 'is seen by appends that wait behind it'({ store }) {
      const journal = journalOf(['a'])
      const [, , answer] = await Promise.all([
        store.append('r', journal, { after: 0, token: 0 }),
        store.delete('r'),
        store.append('r', journal, { after: 0, token: 0 }),
      ])
      deepEqual(answer, { ok: true, lastSeq: 2 })
    },

    async 'answers true for a run that is not there'({ store }) {
      equal(await store.delete('r'), true)
    },
  })
}

function blobCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'delete', {
    async 'takes the blobs that no other run refers to'({ store }) {
      const hash = await store.putBlob(bytes)
      await refer(store, 'one', hash)
      await refer(store, 'two', hash)
      await store.delete('one')
      equal((await store.getBlob(hash))?.length, 9000)
      await store.delete('two')
      equal(await store.getBlob(hash), undefined)
    },

    async 'leaves a blob to a writer that has just put it'({ store }) {
      const hash = await store.putBlob(bytes)
      await refer(store, 'one', hash)
      await store.putBlob(bytes)
      await store.delete('one')
      await refer(store, 'two', hash)
      equal((await store.getBlob(hash))?.length, 9000)
    },

    async 'takes blobs that were put long ago and that no entry refers to'({ store, pass }) {
      const hash = await store.putBlob(bytes)
      await fill(store, 'r')
      pass(25 * 60 * 60 * 1000)
      await store.delete('r')
      equal(await store.getBlob(hash), undefined)
    },

    async 'leaves blobs put again long ago to the runs that refer to them'({ store, pass }) {
      const hash = await store.putBlob(bytes)
      await refer(store, 'one', hash)
      await store.putBlob(bytes)
      pass(25 * 60 * 60 * 1000)
      await store.delete('other')
      equal((await store.getBlob(hash))?.length, 9000)
    },
  })
}

async function refer(store: JournalStore, runId: string, hash: string): Promise<void> {
  const [started] = journalOf([])
  if (started !== undefined) await fill(store, runId, [started, decided(started, { blob: hash })])
}
