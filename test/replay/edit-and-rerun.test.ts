import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, equalPart } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

type Body = (ctx: Context) => Promise<unknown>
type Pricing = NonNullable<NonNullable<Parameters<typeof createEngine>[0]>['pricing']>

const folder = temporaryFolder()
let files = 0
const stores: readonly (readonly [string, () => JournalStore])[] = [
  ['memoryStore', () => memoryStore()],
  ['sqliteStore', () => sqliteStore({ path: join(folder, `${(files += 1)}.db`) })],
]

const dear: Pricing = { 'scripted:script': { inputUsdPerMTok: 3, outputUsdPerMTok: 15 } }
const cheap: Pricing = { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 2 } }

interface Session {
  readonly store: JournalStore
  readonly calls: () => number
  /** Runs or resumes run `r` with this code, and tells how many model calls that took. */
  drive(body: Body, pricing?: Pricing): Promise<{ paid: number; outcome: object }>
}

function sessionOn(store: JournalStore): Session {
  const model = scriptedModel(({ role, prompt, turn, tools }) => {
    if (role === 'coordinator')
      return { toolCalls: [{ name: 'finish', input: { result: prompt } }] }
    return tools.length > 0 && turn === 1
      ? { toolCalls: [{ name: 'look', input: { at: prompt } }] }
      : { text: `re: ${prompt}` }
  })
  let started = false
  return {
    store,
    calls: () => model.calls.length,
    async drive(body, pricing = dear) {
      const engine = createEngine({ store, models: { default: model }, pricing })
      const workflow = defineWorkflow({ name: 'w' }, body)
      const before = model.calls.length
      const handle = started
        ? engine.resume('r', workflow)
        : engine.run(workflow, undefined, { runId: 'r', budgetUsd: 1 })
      started = true
      const outcome = await handle.result
      return { paid: model.calls.length - before, outcome }
    },
  }
}

function sequence(...prompts: readonly string[]): Body {
  return async (ctx) => {
    const texts: string[] = []
    for (const prompt of prompts) texts.push((await ctx.agent(prompt)).text)
    return texts
  }
}

function named(...names: readonly string[]): Body {
  return (ctx) => ctx.parallel(Object.fromEntries(names.map((name) => [name, ask(ctx, name)])))
}

function listed(...prompts: readonly string[]): Body {
  return (ctx) => ctx.parallel(prompts.map((prompt) => ask(ctx, prompt)))
}

function ask(ctx: Context, prompt: string): () => Promise<string> {
  return async () => (await ctx.agent(prompt)).text
}

function looking(description: string, version?: string, type = 'string'): Body {
  const jsonSchema = { type: 'object', properties: { at: { type } } }
  const look = tool({
    name: 'look',
    description,
    effect: 'read',
    execute: () => 'seen',
    ...(version !== undefined && { version }),
    input: { jsonSchema, validate: (value) => ({ value }) },
  })
  return async (ctx) => (await ctx.agent('q', { tools: [look] })).text
}

const equalFirst: Body = (ctx) =>
  ctx.parallel(
    ['x', 'y'].map((second) => async () => {
      await ctx.agent('the same')
      return (await ctx.agent(second)).text
    }),
  )

/** Named branches, each with what it asks in sequence. */
function branches(of: Readonly<Record<string, readonly string[]>>): Body {
  return (ctx) =>
    ctx.parallel(
      Object.fromEntries(
        Object.entries(of).map(([name, prompts]) => [name, () => sequence(...prompts)(ctx)]),
      ),
    )
}

function both(first: Body, second: Body): Body {
  return async (ctx) => [await first(ctx), await second(ctx)]
}

/** Orchestrations whose coordinator answers by finishing at once. */
function goals(...each: readonly string[]): Body {
  return (ctx) => ctx.parallel(each.map((goal) => async () => (await ctx.orchestrate(goal)).result))
}

const edits: readonly (readonly [string, Body, Body, number])[] = [
  ['nothing', sequence('a', 'b', 'c'), sequence('a', 'b', 'c'), 0],
  ['one inserted in the middle', sequence('a', 'b', 'c'), sequence('a', 'x', 'b', 'c'), 1],
  ['one inserted at the front', sequence('a', 'b', 'c'), sequence('x', 'a', 'b', 'c'), 1],
  ['one removed', sequence('a', 'b', 'c'), sequence('a', 'c'), 0],
  ['all swapped', sequence('a', 'b', 'c'), sequence('c', 'b', 'a'), 0],
  ['one twice', sequence('a', 'b'), sequence('a', 'a', 'b'), 1],
  ['one of two equal ones removed', sequence('a', 'a', 'b'), sequence('a', 'b'), 0],
  ['one replaced', sequence('a', 'b', 'c'), sequence('a', 'x', 'c'), 1],
  ['a named branch added', named('a', 'b'), named('n', 'a', 'b'), 1],
  ['a named branch removed', named('a', 'b', 'c'), named('a', 'c'), 0],
  ['named branches swapped', named('a', 'b', 'c'), named('c', 'a', 'b'), 0],
  ['four in a list, unchanged', listed('a', 'b', 'c', 'd'), listed('a', 'b', 'c', 'd'), 0],
  ['one put before four', listed('a', 'b', 'c', 'd'), listed('x', 'a', 'b', 'c', 'd'), 1],
  ['one put into four', listed('a', 'b', 'c', 'd'), listed('a', 'b', 'x', 'c', 'd'), 1],
  ['the list reversed', listed('a', 'b', 'c', 'd'), listed('d', 'c', 'b', 'a'), 0],
  ['one of the list removed', listed('a', 'b', 'c', 'd'), listed('b', 'c', 'd'), 0],
  ['branches that begin alike', equalFirst, equalFirst, 0],
  ['two of a list swapped', listed('a', 'b', 'c'), listed('a', 'c', 'b'), 0],
  [
    'two named branches with their contents swapped',
    branches({ x: ['a'], y: ['b'] }),
    branches({ x: ['b'], y: ['a'] }),
    0,
  ],
  [
    'a named branch renamed',
    branches({ x: ['a', 'b'], y: ['c'] }),
    branches({ z: ['a', 'b'], y: ['c'] }),
    0,
  ],
  ['a sequence moved into a list', sequence('a', 'b', 'c'), listed('c', 'a', 'b'), 0],
  ['a sequence moved into named branches', sequence('a', 'b', 'c'), named('c', 'a', 'b'), 0],
  [
    'one of a sequence moved into a list',
    sequence('a', 'b', 'c'),
    both(listed('b'), sequence('a', 'c')),
    0,
  ],
  ['a list moved into a sequence', listed('a', 'b', 'c'), sequence('b', 'a', 'c'), 0],
  ['named branches moved into a sequence', named('a', 'b'), sequence('b', 'a'), 0],
  ['a list made of named branches', named('a', 'b'), listed('b', 'a'), 0],
  [
    'one moved between branches',
    branches({ x: ['a', 'b'], y: ['c'] }),
    branches({ x: ['a'], y: ['c', 'b'] }),
    0,
  ],
  ['the first of a branch replaced', branches({ x: ['a', 'b'] }), branches({ x: ['n', 'b'] }), 1],
  [
    'the first of a listed branch replaced',
    (ctx) => ctx.parallel([() => sequence('a', 'b')(ctx)]),
    (ctx) => ctx.parallel([() => sequence('n', 'b')(ctx)]),
    1,
  ],
  [
    'a parallel put into a branch',
    named('a', 'b'),
    (ctx) => ctx.parallel({ outer: () => named('a', 'b')(ctx) }),
    0,
  ],
  ['a branch that asks the same put before', named('a'), branches({ n: ['a'], a: ['a'] }), 1],
  ['a call that asks the same put before', listed('a'), both(sequence('a'), listed('a')), 1],
  [
    'an orchestration moved into a branch',
    goals('a'),
    (ctx) => ctx.parallel({ in: () => goals('a')(ctx) }),
    0,
  ],
  ['an orchestration put before two', goals('a', 'b'), goals('x', 'a', 'b'), 1],
  ['the description of a tool', looking('Looks.'), looking('Looks well.'), 2],
  ['the version of a tool', looking('Looks.', '1'), looking('Looks.', '2'), 2],
  ['the schema of a tool', looking('Looks.'), looking('Looks.', undefined, 'number'), 2],
  ['nothing of a tool', looking('Looks.', '1'), looking('Looks.', '1'), 0],
]

describe.each(stores)('edit and rerun on %s', (_name, makeStore) => {
  it.each(edits)('pays for what is new and no more: %s', async (_edit, before, after, paid) => {
    const session = sessionOn(makeStore())
    await session.drive(before)
    const edited = await session.drive(after)
    expect(edited.paid).toBe(paid)
    const fresh = await sessionOn(makeStore()).drive(after)
    expect(equalPart(edited.outcome)).toEqual(equalPart(fresh.outcome))
    const again = await session.drive(after)
    expect(again.paid).toBe(0)
    expect(equalPart(again.outcome)).toEqual(equalPart(fresh.outcome))
  })

  it('pays nothing for other prices, also where the price is gone', async () => {
    const session = sessionOn(makeStore())
    const first = await session.drive(sequence('a', 'b'))
    for (const pricing of [cheap, {}]) {
      const again = await session.drive(sequence('a', 'b'), pricing)
      expect(again.paid).toBe(0)
      expect(equalPart(again.outcome)).toEqual(equalPart(first.outcome))
      expect(again.outcome).toHaveProperty('cost', (first.outcome as { cost: object }).cost)
    }
  })

  it('pays nothing for another label, phase or limit', async () => {
    const session = sessionOn(makeStore())
    const first = await session.drive(sequence('a', 'b'))
    const again = await session.drive((ctx) =>
      ctx.phase('other', async () => {
        const texts: string[] = []
        for (const prompt of ['a', 'b']) {
          const limits = { maxTurns: 5, maxToolCalls: 1, maxOutputTokensPerTurn: 100 }
          const options = { label: `about ${prompt}`, limits, maxOutputTokens: 99, budgetUsd: 0.5 }
          texts.push((await ctx.agent(prompt, options)).text)
        }
        return texts
      }),
    )
    expect(again.paid).toBe(0)
    expect(equalPart(again.outcome)).toEqual(equalPart(first.outcome))
  })

  it('replays a settled run ten times without a call and without an entry', async () => {
    const session = sessionOn(makeStore())
    const body: Body = async (ctx) => [
      ctx.now(),
      ctx.random(),
      ctx.uuid(),
      await ctx.step('s', async () => 1),
      await listed('a', 'b')(ctx),
      await looking('Looks.')(ctx),
    ]
    const first = await session.drive(body)
    const entries = await entriesOf(session.store, 'r')
    for (let time = 0; time < 10; time += 1) {
      const again = await session.drive(body)
      expect(again.paid).toBe(0)
      expect(equalPart(again.outcome)).toEqual(equalPart(first.outcome))
    }
    expect(await entriesOf(session.store, 'r')).toEqual(entries)
  })

  it('reopens a settled run in a new generation only when an edit adds to it', async () => {
    const session = sessionOn(makeStore())
    await session.drive(sequence('a'))
    await session.drive(sequence('a', 'b'))
    const types = (await entriesOf(session.store, 'r')).map(({ type }) => type)
    const turn = ['step-started', 'step-completed']
    const ends = ['run-settled', 'run-reopened']
    expect(types).toEqual(['run-started', ...turn, ...ends, ...turn, 'run-settled'])
  })
})
