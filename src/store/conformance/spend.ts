import { deepEqual, rejects } from 'node:assert/strict'
import { type ConformanceCase, casesOf, fill, type MakeStore } from './fixture.ts'

const [today, tomorrow] = ['2026-01-31', '2026-02-01']
const refused = (freeNanoUsd: number): object => ({ ok: false, reason: 'over-limit', freeNanoUsd })

/** What is spent in a day, by all runs together. */
export function spendCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'spend', {
    async 'grants up to the limit of a day, and says what is left of it'({ store }) {
      deepEqual(await store.spend(today, 60, 100), { ok: true })
      deepEqual(await store.spend(today, 41, 100), refused(40))
      deepEqual(await store.spend(today, 40, 100), { ok: true })
      deepEqual(await store.spend(today, 1, 100), refused(0))
    },

    async 'counts each day by itself'({ store }) {
      deepEqual(await store.spend(today, 100, 100), { ok: true })
      deepEqual(await store.spend(tomorrow, 100, 100), { ok: true })
      deepEqual(await store.spend(tomorrow, 1, 100), refused(0))
    },

    async 'takes back, and spends without a limit, whatever was spent'({ store }) {
      await store.spend(today, 100, 100)
      deepEqual(await store.spend(today, -30), { ok: true })
      deepEqual(await store.spend(today, 31, 100), refused(30))
      deepEqual(await store.spend(today, 500), { ok: true })
      deepEqual(await store.spend(today, -10, 100), { ok: true })
      deepEqual(await store.spend(today, 1, 100), refused(0))
    },

    async 'grants no more than the limit to calls that are made at once'({ store }) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => store.spend(today, 10, 95)),
      )
      deepEqual(answers.filter((answer) => answer.ok).length, 9)
    },

    async 'keeps what was spent when runs are deleted'({ store }) {
      await store.spend(today, 100, 100)
      await fill(store, 'r')
      await store.delete('r')
      deepEqual(await store.spend(today, 1, 100), refused(0))
    },

    async 'refuses what is no day, and amounts that are not whole'({ store }) {
      for (const [day, nanoUsd, limit] of [
        ['today', 1, 1],
        [today, 0.5, 1],
        [today, 1, Number.NaN],
      ] as const) {
        await rejects(store.spend(day, nanoUsd, limit), { code: 'invalid-argument' })
      }
    },
  })
}
