import { deepEqual, equal, rejects } from 'node:assert/strict'
import type { JournalStore, Lease, LeaseOptions } from '../journal-store.ts'
import {
  type ConformanceCase,
  casesOf,
  journalOf,
  type MakeStore,
  owner,
  type Scene,
} from './fixture.ts'

/** One driver a run, and tokens that only grow. */
export function leaseCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return [
    ...casesOf(makeStore, 'lease', {
      async 'gives out token 1, for 30 s unless it is told otherwise'({ store, now }) {
        const lease = await take(store, 'one')
        deepEqual(lease, { runId: 'r', token: 1, owner: owner('one'), expiresAt: now() + 30_000 })
        const other = await store.lease('q', owner('one'), { ttlMs: 5 })
        equal(other.ok && other.lease.expiresAt, now() + 5)
      },

      async 'names the holder of a live lease'({ store, pass }) {
        const holder = await take(store, 'one', { ttlMs: 10 })
        pass(9)
        const held = { ok: false, reason: 'held', holder }
        deepEqual(await store.lease('r', owner('two')), held)
        deepEqual(await store.lease('r', owner('one')), held)
      },

      async 'gives out the next token once the last lease ran out'({ store, pass }) {
        await take(store, 'one', { ttlMs: 10 })
        pass(10)
        equal((await take(store, 'two')).token, 2)
      },

      async 'gives out the next token after a release'({ store }) {
        await store.release(await take(store, 'one'))
        equal((await take(store, 'two')).token, 2)
      },

      'fences the old owner after a takeover': fencesOldOwner,

      'fences appends that wait behind a takeover': fencesWaiting,

      async 'replaces a live lease only by its own token'({ store }) {
        const holder = await take(store, 'dead')
        const wrong = await store.lease('r', owner('two'), { replacing: 2 })
        deepEqual(wrong, { ok: false, reason: 'held', holder })
        equal((await take(store, 'two', { replacing: 1 })).token, 2)
        equal((await store.lease('r', owner('three'), { replacing: 1 })).ok, false)
      },

      async 'lets one of many through'({ store }) {
        const ids = ['a', 'b', 'c', 'd']
        const answers = await Promise.all(ids.map((id) => store.lease('r', owner(id))))
        deepEqual(
          answers.map((answer) => answer.ok),
          [true, false, false, false],
        )
      },

      async 'refuses a time that is not whole and above 0'({ store }) {
        for (const ttlMs of [0, -1, 0.5, Number.NaN]) {
          await rejects(store.lease('r', owner('one'), { ttlMs }), { code: 'invalid-argument' })
        }
      },
    }),
    ...renewCases(makeStore),
    ...releaseCases(makeStore),
  ]
}

function renewCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'renew', {
    async 'extends by the time that the lease was taken for'({ store, pass, now }) {
      const lease = await take(store, 'one', { ttlMs: 10 })
      pass(8)
      const extended = { ...lease, expiresAt: now() + 10 }
      deepEqual(await store.renew(lease), { ok: true, lease: extended })
      pass(8)
      deepEqual(await store.lease('r', owner('two')), {
        ok: false,
        reason: 'held',
        holder: extended,
      })
    },

    async 'extends a lease that ran out and that nobody took'({ store, pass }) {
      const lease = await take(store, 'one', { ttlMs: 10 })
      pass(100)
      equal((await store.renew(lease)).ok, true)
    },

    async 'names the new holder to one who lost the lease'({ store, pass }) {
      const lost = await take(store, 'one', { ttlMs: 10 })
      pass(10)
      const holder = await take(store, 'two')
      deepEqual(await store.renew(lost), { ok: false, reason: 'held', holder })
    },

    async 'does not bring a released lease back'({ store }) {
      const lease = await take(store, 'one')
      await store.release(lease)
      equal((await store.renew(lease)).ok, false)
      equal((await take(store, 'two')).token, 2)
    },
  })
}

function releaseCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'release', {
    async 'does nothing to the lease of another'({ store, pass }) {
      const lost = await take(store, 'one', { ttlMs: 10 })
      pass(10)
      const holder = await take(store, 'two')
      await store.release(lost)
      deepEqual(await store.lease('r', owner('three')), { ok: false, reason: 'held', holder })
    },

    async 'leaves the token in force for fencing'({ store }) {
      await store.release(await take(store, 'one'))
      const entries = journalOf([])
      equal((await store.append('r', entries, { after: 0, token: 0 })).ok, false)
      equal((await store.append('r', entries, { after: 0, token: 1 })).ok, true)
    },
  })
}

async function fencesOldOwner({ store, pass }: Scene): Promise<void> {
  const [started, next] = journalOf(['a'])
  if (started === undefined || next === undefined) return
  const old = await take(store, 'one', { ttlMs: 10 })
  await store.append('r', [started], { after: 0, token: old.token })
  pass(10)
  const holder = await take(store, 'two')
  const fenced = { ok: false, reason: 'fenced', heldBy: holder.token }
  const guard = { after: 1, token: old.token }
  deepEqual(await store.append('r', [next], guard), fenced)
  await store.release(holder)
  deepEqual(await store.append('r', [next], guard), fenced)
  equal((await store.append('r', [next], { after: 1, token: holder.token })).ok, true)
}

async function fencesWaiting({ store }: Scene): Promise<void> {
  await take(store, 'dead')
  const journal = journalOf(['a'])
  const [, , answer] = await Promise.all([
    store.append('r', journal.slice(0, 1), { after: 0, token: 1 }),
    take(store, 'two', { replacing: 1 }),
    store.append('r', journal.slice(1), { after: 1, token: 1 }),
  ])
  deepEqual(answer, { ok: false, reason: 'fenced', heldBy: 2 })
}

async function take(store: JournalStore, id: string, options: LeaseOptions = {}): Promise<Lease> {
  const answer = await store.lease('r', owner(id), options)
  if (!answer.ok) throw new Error(`"${id}" was refused the lease`)
  return answer.lease
}
