import { deepEqual, rejects } from 'node:assert/strict'
import {
  type ConformanceCase,
  casesOf,
  collect,
  journalOf,
  type MakeStore,
  owner,
} from './fixture.ts'

/** What happens to calls around the end. */
export function closeCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'close', {
    async 'lets what waits finish'({ store }) {
      const appending = store.append('r', journalOf([]), { after: 0, token: 0 })
      await Promise.all([store.close(), store.close()])
      deepEqual(await appending, { ok: true, lastSeq: 1 })
    },

    async 'makes every later call fail as store-failed'({ store }) {
      await store.close()
      const lease = { runId: 'r', token: 1, owner: owner('one'), expiresAt: 1 }
      const calls: readonly (() => Promise<unknown>)[] = [
        () => store.append('r', journalOf([]), { after: 0, token: 0 }),
        async () => collect(store.read('r')),
        async () => collect(store.list()),
        () => store.lease('r', lease.owner),
        () => store.renew(lease),
        () => store.release(lease),
        () => store.putBlob(new Uint8Array()),
        () => store.getBlob('00'),
        () => store.post('r', { id: 'a', at: 1, body: '' }),
        () => store.inbox('r'),
        () => store.dismiss('r', ['a']),
        () => store.spend('2026-01-31', 1),
        () => store.delete('r'),
      ]
      for (const call of calls) await rejects(call, { code: 'store-failed' })
      await store.close()
    },
  })
}
