import fc from 'fast-check'
import { type Context, createEngine, defineWorkflow, tool } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { entriesOf } from './journal.ts'

/** A generated workflow: a tree of effects. */
export type Tree =
  | { readonly kind: 'agent' | 'looker' | 'step' | 'failing' | 'uuid'; readonly name: string }
  | { readonly kind: 'sequence' | 'all' | 'named' | 'listed'; readonly of: readonly Tree[] }

const leaf: fc.Arbitrary<Tree> = fc.record({
  kind: fc.constantFrom('agent', 'looker', 'step', 'failing', 'uuid'),
  name: fc.constantFrom('a', 'b', 'c', 'd'),
})

const { tree: generated } = fc.letrec<{ tree: Tree }>((tie) => ({
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
export class World {
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

/** Runs or resumes run `r` with the workflow of a tree. */
export async function drive(store: JournalStore, root: Tree, world: World): Promise<object> {
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

/** Generated workflows. */
export const trees: fc.Arbitrary<Tree> = generated

/** How many turns of the loop each effect takes, in the order in which they happen. */
export const delays: fc.Arbitrary<readonly number[]> = fc.array(fc.nat(4), { maxLength: 7 })
