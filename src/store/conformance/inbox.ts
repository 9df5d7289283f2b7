import { deepEqual, rejects } from 'node:assert/strict'
import { type ConformanceCase, casesOf, type MakeStore } from './fixture.ts'

/** Messages for a run's driver. */
export function inboxCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'post', {
    async 'keeps messages for each run, oldest first'({ store }) {
      const messages = ['b', 'a', 'c'].map((id, index) => ({ id, at: 9 - index, body: id }))
      await Promise.all(messages.map((message) => store.post('r', message)))
      await store.post('q', { id: 'a', at: 1, body: 'other' })
      deepEqual(await store.inbox('r'), messages)
      deepEqual(await store.inbox('q'), [{ id: 'a', at: 1, body: 'other' }])
      deepEqual(await store.inbox('none'), [])
    },

    async 'keeps a message once, however often it is posted'({ store }) {
      const message = { id: 'a', at: 1, body: 'first' }
      await store.post('r', message)
      await store.post('r', { ...message, body: 'again' })
      deepEqual(await store.inbox('r'), [message])
    },

    async 'keeps any body as it was'({ store }) {
      const body = 'nul \0, lone \ud800, \u2028, line\nfeed'
      await store.post('r', { id: 'a', at: 1, body })
      deepEqual(await store.inbox('r'), [{ id: 'a', at: 1, body }])
    },

    async 'forgets the messages that are dismissed, and no others'({ store }) {
      for (const id of ['a', 'b', 'c']) await store.post('r', { id, at: 1, body: id })
      await store.post('q', { id: 'a', at: 1, body: 'other' })
      await store.dismiss('r', ['a', 'c', 'unknown'])
      await store.dismiss('none', ['a'])
      deepEqual(await store.inbox('r'), [{ id: 'b', at: 1, body: 'b' }])
      deepEqual(await store.inbox('q'), [{ id: 'a', at: 1, body: 'other' }])
      await store.dismiss('r', [])
      deepEqual(await store.inbox('r'), [{ id: 'b', at: 1, body: 'b' }])
    },

    async 'refuses message ids that it could not tell apart'({ store }) {
      for (const id of ['', 'nul\0', 'lone\ud800']) {
        await rejects(store.post('r', { id, at: 1, body: '' }), { code: 'invalid-argument' })
      }
    },
  })
}
