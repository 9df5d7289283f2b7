import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, equalPart } from '../support/journal.ts'

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn()
}

/** A store that takes many turns to hand out a blob. */
function slowBlobs(store: JournalStore): JournalStore {
  return {
    ...store,
    getBlob: async (hash) => {
      await turns(20)
      return store.getBlob(hash)
    },
  }
}

/** Runs a workflow and replays it; both outcomes, and how many model calls the replay made. */
async function twice(body: (ctx: Context) => Promise<unknown>): Promise<{
  readonly store: JournalStore
  readonly first: object
  readonly second: object
  readonly calls: number
}> {
  const store = memoryStore()
  const model = scriptedModel(async ({ prompt }) => {
    await turns(Number(prompt))
    return { text: `after ${prompt}` }
  })
  const workflow = defineWorkflow({ name: 'w' }, body)
  const models = { default: model }
  const first = await createEngine({ store, models }).run(workflow, undefined, { runId: 'r' })
    .result
  const calls = model.calls.length
  const engine = createEngine({ store: slowBlobs(store), models })
  const second = await engine.resume('r', workflow).result
  return { store, first, second, calls: model.calls.length - calls }
}

describe('order on replay', () => {
  it('lets the same one win a race, also where its result is slow to read', async () => {
    const { first, second } = await twice((ctx) =>
      Promise.race([
        ctx.step('small', async () => {
          await turns(6)
          return 'small'
        }),
        ctx.step('big', async () => `big${'g'.repeat(10_000)}`),
      ]),
    )
    expect(first).toMatchObject({ status: 'ok', value: expect.stringMatching(/^bigg/) as unknown })
    expect(equalPart(second)).toEqual(equalPart(first))
  })

  it('hands results to code that reacts to each in their recorded order', async () => {
    const { first, second } = await twice(async (ctx) => {
      const order: string[] = []
      const react = async (prompt: string): Promise<void> => {
        order.push((await ctx.agent(prompt)).text)
        order.push((await ctx.agent(`1${prompt}`)).text)
      }
      await Promise.all(['9', '3', '6'].map(react))
      return order
    })
    expect(first).toMatchObject({ value: expect.arrayContaining(['after 3']) as unknown })
    expect(equalPart(second)).toEqual(equalPart(first))
  })

  it('ends the losers of a race before the run settles, and never calls them again', async () => {
    const { store, first, second, calls } = await twice(async (ctx) => {
      const raced = await Promise.race([ctx.agent('50'), ctx.agent('1')])
      return raced.text
    })
    expect(first).toMatchObject({ status: 'ok', value: 'after 1' })
    expect(equalPart(second)).toEqual(equalPart(first))
    expect(calls).toBe(0)
    const types = (await entriesOf(store, 'r')).map(({ type }) => type)
    expect(types.filter((type) => type === 'step-started')).toHaveLength(2)
    expect(types.filter((type) => type === 'step-failed')).toHaveLength(1)
    expect(types.at(-1)).toBe('run-settled')
  })

  it('shows results in the same bytes, so that prompts made of them have equal keys', async () => {
    const { first, second, calls } = await twice(async (ctx) => {
      const data = await ctx.step('data', async () => ({ z: 1, a: { y: 2, b: 3 } }))
      const { text } = await ctx.agent(`0.${JSON.stringify(data).length}`, {
        system: JSON.stringify(data),
      })
      return [text, JSON.stringify(data)]
    })
    expect(first).toMatchObject({ status: 'ok' })
    expect(equalPart(second)).toEqual(equalPart(first))
    expect(calls).toBe(0)
  })

  it('cuts a long tool result at the same place', async () => {
    const store = memoryStore()
    const wide = tool({
      name: 'wide',
      description: 'w',
      effect: 'read',
      maxResultChars: 40,
      input: { jsonSchema: {}, validate: (value) => ({ value }) },
      execute: () => ({ zebra: 'z'.repeat(30), apple: 'a'.repeat(30) }),
    })
    const model = scriptedModel(({ turn }) =>
      turn === 1 ? { toolCalls: [{ name: 'wide', input: {} }] } : { text: 'done' },
    )
    const engine = createEngine({ store, models: { default: model } })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q', { tools: [wide] }))
    await engine.run(workflow, undefined, { runId: 'r' }).result
    await engine.resume('r', workflow).result
    expect(model.calls).toHaveLength(2)
  })

  it('journals a result as it was, whatever the workflow does to it afterwards', async () => {
    const { first, second } = await twice(async (ctx) => {
      const list = await ctx.step('list', async () => ['a'])
      list.push('b')
      const agent = await ctx.agent('1')
      return [...list, agent.text]
    })
    expect(first).toMatchObject({ value: ['a', 'b', 'after 1'] })
    expect(equalPart(second)).toEqual(equalPart(first))
  })
})
