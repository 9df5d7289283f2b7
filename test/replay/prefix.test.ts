import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import type { Entry } from '../../src/journal/entry.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'

/** A generated workflow: a tree of effects. */
type Tree =
  | { readonly kind: 'agent' | 'looker' | 'step' | 'failing' | 'uuid'; readonly name: string }
  | { readonly kind: 'sequence' | 'all' | 'named' | 'listed'; readonly of: readonly Tree[] }

const leaf: fc.Arbitrary<Tree> = fc.record({
  kind: fc.constantFrom('agent', 'looker', 'step', 'failing', 'uuid'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
})

const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.record({
      kind: fc.constantFrom('sequence', 'all', 'named', 'listed'),
      of: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}))

/** Counts effects as they happen, and lets them take as many turns of the loop as it is told. */
class World {
  readonly happened: string[] = []
  readonly #delays: readonly number[]

  constructor(delays: readonly number[]) {
    this.#delays = delays
  }

  async happen(what: string): Promise<void> {
    const turns = this.#delays[this.happened.length % Math.max(this.#delays.length, 1)] ?? 0
    this.happened.push(what)
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
  }
}

const anything = { jsonSchema: {}, validate: (value: unknown) => ({ value }) }

async function perform(ctx: Context, node: Tree, world: World): Promise<unknown> {
  switch (node.kind) {
    case 'agent':
      return (await ctx.agent(node.name)).text
    case 'looker': {
      const execute = async (): Promise<string> => {
        await world.happen(`tool ${node.name}`)
        return 'x'.repeat(node.name === 'a' ? 10_000 : 10)
      }
      const look = tool({
        name: 'look',
        description: 'l',
        effect: 'read',
        input: anything,
        execute,
      })
      return (await ctx.agent(node.name, { tools: [look] })).text
    }
    case 'step': {
      const value = await ctx.step(node.name, async () => {
        await world.happen(`step ${node.name}`)
        return { name: node.name, big: node.name.repeat(node.name === 'b' ? 9000 : 1) }
      })
      return (await ctx.agent(JSON.stringify(value))).text
    }
    case 'failing':
      return ctx
        .step(`fails ${node.name}`, async () => {
          await world.happen(`step ${node.name}`)
          throw new Error(`no ${node.name}`)
        })
        .catch((error: unknown) => String(error))
    case 'uuid':
      return ctx.uuid().length
    case 'sequence': {
      const values: unknown[] = []
      for (const each of node.of) values.push(await perform(ctx, each, world))
      return values
    }
    case 'all':
      return Promise.all(node.of.map((each) => perform(ctx, each, world)))
    case 'named':
      return ctx.parallel(
        Object.fromEntries(node.of.map((each, at) => [`n${at}`, () => perform(ctx, each, world)])),
      )
    case 'listed':
      return ctx.parallel(node.of.map((each) => () => perform(ctx, each, world)))
  }
}

async function drive(store: JournalStore, root: Tree, world: World): Promise<object> {
  const model = scriptedModel(async ({ prompt, turn, tools }) => {
    await world.happen(`model ${prompt}`)
    return tools.length > 0 && turn === 1
      ? { toolCalls: [{ name: 'look', input: {} }] }
      : { text: `re: ${prompt}` }
  })
  const engine = createEngine({ store, models: { default: model } })
  const workflow = defineWorkflow({ name: 'w' }, (ctx) => perform(ctx, root, world))
  const entries = await entriesOf(store, 'r')
  const handle =
    entries.length === 0
      ? engine.run(workflow, undefined, { runId: 'r' })
      : engine.resume('r', workflow)
  return handle.result
}

/** Effects that a prefix holds as done. */
function completedIn(entries: readonly Entry[]): number {
  return entries.filter(({ type }) => type === 'step-completed' || type === 'step-failed').length
}

const delays = fc.array(fc.nat(4), { maxLength: 7 })

describe('any prefix of any journal', () => {
  it('replays to an equal outcome, and repeats nothing that was completed', async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        delays,
        fc.double({ min: 0, max: 1, noNaN: true }),
        async (root, slow, cut) => {
          const store = memoryStore()
          const world = new World(slow)
          const outcome = await drive(store, root, world)
          const entries = await entriesOf(store, 'r')
          const count = 1 + Math.floor(cut * (entries.length - 1))
          const prefix = await prefixOf(store, 'r', count)
          const after = new World([])
          const resumed = await drive(prefix, root, after)
          expect(equalPart(resumed)).toEqual(equalPart(outcome))
          const left = world.happened.length - completedIn(entries.slice(0, count))
          expect(after.happened).toHaveLength(left)
          const again = new World([])
          expect(equalPart(await drive(prefix, root, again))).toEqual(equalPart(outcome))
          expect(again.happened).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })

  it('has an equal outcome, whatever the order in which its effects complete', async () => {
    await fc.assert(
      fc.asyncProperty(tree, delays, delays, async (root, one, other) => {
        const outcomes = await Promise.all(
          [one, other].map((slow) => drive(memoryStore(), root, new World(slow))),
        )
        expect(equalPart(outcomes[0] ?? {})).toEqual(equalPart(outcomes[1] ?? {}))
      }),
      { numRuns: 60 },
    )
  })
})
