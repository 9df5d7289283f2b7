import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { storeFailed } from '../../src/store/store-failed.ts'
import { entriesOf, prefixOf } from '../support/journal.ts'

const runIds = Array.from({ length: 50 }, (_, at) => `run-${at}`)
const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
  const one = await ctx.step('one', async () => 1)
  return one + (await ctx.step('two', async () => 1))
})

/** A store that holds 50 runs which died after their first step. */
async function interrupted(): Promise<JournalStore> {
  const whole = memoryStore()
  await createEngine({ store: whole }).run(workflow, undefined, { runId: 'whole' }).result
  const entries = await entriesOf(await prefixOf(whole, 'whole', 3), 'whole')
  const store = memoryStore()
  for (const runId of runIds) await store.append(runId, entries, { after: 0, token: 0 })
  return store
}

/** The store, of which every call of one kind from the 10th to the 12th fails. */
function blinking(store: JournalStore, method: 'lease' | 'append' | 'read'): JournalStore {
  let calls = 0
  const act = (...args: readonly unknown[]): unknown => {
    calls += 1
    if (calls >= 10 && calls < 13) throw storeFailed(method, 'database is locked')
    return (store[method] as (...given: readonly unknown[]) => unknown)(...args)
  }
  const failing = method === 'read' ? act : async (...args: readonly unknown[]) => act(...args)
  return { ...store, [method]: failing }
}

describe('recovery of 50 runs', () => {
  it.each(['lease', 'read', 'append'] as const)(
    'ends them all, though the store fails at the 10th %s',
    async (method) => {
      const store = await interrupted()
      const engine = createEngine({ store: blinking(store, method) })
      expect((await Array.fromAsync(engine.runs())).map(({ status }) => status)).toEqual(
        runIds.map(() => 'interrupted'),
      )
      const outcomes = await Promise.all(
        runIds.map((runId) => engine.resume(runId, workflow).result),
      )
      for (const outcome of outcomes) expect(outcome).toMatchObject({ status: 'ok', value: 2 })
      const after = await Array.fromAsync(createEngine({ store }).runs())
      expect(after.map(({ status }) => status)).toEqual(runIds.map(() => 'ok'))
    },
  )
})

describe('a run that is loaded again', () => {
  it('has what one step set and the later ones did not touch', async () => {
    const body = async (ctx: Context): Promise<unknown> => {
      const state = { x: await ctx.step('sets x', async () => ({ deep: [1] })), y: 0 }
      state.y = await ctx.step('ignores x', async () => 2)
      return state
    }
    const stateful = defineWorkflow({ name: 'w' }, body)
    const store = memoryStore()
    await createEngine({ store }).run(stateful, undefined, { runId: 'r' }).result
    for (const count of [3, 4, 5]) {
      const cut = await prefixOf(store, 'r', count)
      const { value } = await createEngine({ store: cut }).resume('r', stateful).result
      expect(value).toEqual({ x: { deep: [1] }, y: 2 })
    }
  })

  it('ends with one clear error, and calls nothing again, where a result is too large to keep', async () => {
    let calls = 0
    let puts = 0
    const store = memoryStore()
    const small: JournalStore = {
      ...store,
      putBlob: async () => {
        puts += 1
        throw storeFailed('putBlob', 'string or blob too big')
      },
    }
    const large = defineWorkflow({ name: 'w' }, async (ctx) => {
      const text = await ctx.step('large', async () => {
        calls += 1
        return 'x'.repeat(20_000)
      })
      return text.length
    })
    const { result } = createEngine({ store: small }).run(large, undefined, { runId: 'r' })
    await expect(result).rejects.toMatchObject({
      code: 'store-failed',
      data: { reason: 'string or blob too big' },
    })
    expect(calls).toBe(1)
    expect(puts).toBe(5)
  })
})
