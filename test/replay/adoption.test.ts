import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type Context, createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import type { Decided, Entry } from '../../src/journal/entry.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { ReplayIndex } from '../../src/run/replay-index.ts'
import { verifyJournal } from '../../src/run/verify.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { type Call, type Reply, scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, equalPart, prefixOf } from '../support/journal.ts'
import { delays, drive, type Tree, trees, World } from '../support/tree.ts'

type Body = (ctx: Context) => Promise<unknown>

interface Driven {
  readonly outcome: { readonly status: string; readonly value?: unknown }
  readonly calls: number
}

/** Runs or resumes run `r` with this code. */
async function driven(
  store: JournalStore,
  body: Body,
  script: (call: Call) => Reply | Promise<Reply> = ({ prompt }) => ({ text: `re: ${prompt}` }),
): Promise<Driven> {
  const model = scriptedModel(script)
  const profiles = { reader: { description: 'reads' } }
  const engine = createEngine({ store, models: { default: model }, profiles })
  const workflow = defineWorkflow({ name: 'w' }, body)
  const isNew = (await entriesOf(store, 'r')).length === 0
  const handle = isNew
    ? engine.run(workflow, undefined, { runId: 'r' })
    : engine.resume('r', workflow)
  return { outcome: await handle.result, calls: model.calls.length }
}

function adoptionsIn(entries: readonly Entry[]): readonly Decided[] {
  return entries.filter(
    (entry): entry is Decided => entry.type === 'decided' && entry.decision === 'adopted',
  )
}

async function adoptionsOf(store: JournalStore): Promise<readonly Decided[]> {
  return adoptionsIn(await entriesOf(store, 'r'))
}

const text = async (ctx: Context, prompt: string): Promise<string> => (await ctx.agent(prompt)).text

const inSequence: Body = async (ctx) => [await text(ctx, 'a'), await text(ctx, 'b')]
const inBranches: Body = (ctx) =>
  ctx.parallel({ one: () => text(ctx, 'b'), two: () => text(ctx, 'a') })

/** The journal of a run up to the first start of a step with this label. */
async function cutAtStart(store: JournalStore, label: string): Promise<JournalStore> {
  const entries = await entriesOf(store, 'r')
  const at = entries.findIndex((each) => each.type === 'step-started' && each.label === label)
  return prefixOf(store, 'r', at + 1)
}

describe('adoption', () => {
  it('is journaled with the entry that was taken, and is no search on the next replay', async () => {
    const store = memoryStore()
    await driven(store, inSequence)
    await driven(store, inBranches)
    const entries = await entriesOf(store, 'r')
    const starts = entries.filter(({ type }) => type === 'step-started').map(({ seq }) => seq)
    const adopted = adoptionsIn(entries)
    expect(adopted.map(({ value }) => (value.json as { seq: number }).seq)).toEqual(starts)
    expect(adopted.map(({ scope }) => scope)).toEqual(['/two', '/one'])
    const search = vi.spyOn(ReplayIndex.prototype, 'mayAdopt')
    expect((await driven(store, inBranches)).calls).toBe(0)
    expect(search).not.toHaveBeenCalled()
    expect(await entriesOf(store, 'r')).toEqual(entries)
  })

  it('leaves what unedited code asks for to that code', async () => {
    const store = memoryStore()
    const asks = (...names: readonly string[]): Body => {
      return (ctx) =>
        ctx.parallel(Object.fromEntries(names.map((name) => [name, chain(ctx, name)])))
    }
    const chain = (ctx: Context, name: string) => async () => {
      if (name === 'old') await text(ctx, 'before')
      return text(ctx, await text(ctx, 'same'))
    }
    await driven(store, asks('old'))
    const edited = await driven(store, asks('new', 'old'), () => ({ text: 'another answer' }))
    expect(edited.outcome.value).toEqual({ new: 'another answer', old: 're: re: same' })
    expect(edited.calls).toBe(2)
    expect(await adoptionsOf(store)).toEqual([])
  })

  it('releases what was adopted together as it was recorded, on each replay', async () => {
    const store = memoryStore()
    const prompts = ['a', 'b', 'c']
    await driven(store, async (ctx) => {
      for (const prompt of prompts) await text(ctx, prompt)
      return Promise.all(['d', 'e'].map((prompt) => text(ctx, prompt)))
    })
    const racing: Body = async (ctx) => {
      const order: string[] = []
      const note = async (prompt: string): Promise<void> => {
        order.push(await text(ctx, prompt))
      }
      const branches = [...prompts].reverse().map((prompt) => () => note(prompt))
      await Promise.all([ctx.parallel(branches), note('e'), note('d')])
      return order
    }
    const edited = await driven(store, racing)
    expect(edited.outcome.value).toEqual(['d', 'e', 'a', 'b', 'c'].map((each) => `re: ${each}`))
    const again = await driven(store, racing)
    expect(equalPart(again.outcome)).toEqual(equalPart(edited.outcome))
    expect([edited.calls, again.calls]).toEqual([0, 0])
  })

  it('follows a call from place to place and back again', async () => {
    const store = memoryStore()
    await driven(store, inSequence)
    for (const body of [inBranches, inSequence, inBranches, inSequence]) {
      const edited = await driven(store, body)
      const entries = await entriesOf(store, 'r')
      const again = await driven(store, body)
      expect([edited.calls, again.calls]).toEqual([0, 0])
      expect(await entriesOf(store, 'r')).toEqual(entries)
    }
    expect(await adoptionsOf(store)).toHaveLength(8)
  })

  it('tries a call that a crash cut off again under its own idempotency key', async () => {
    const store = memoryStore()
    const keys: string[] = []
    const noted = (ctx: Context): Promise<unknown> =>
      ctx.step('s', async ({ idempotencyKey }) => keys.push(idempotencyKey))
    await driven(store, noted)
    const cut = await cutAtStart(store, 's')
    const moved: Body = (ctx) => ctx.parallel([() => noted(ctx)])
    const twice = await prefixOf(cut, 'r', 2)
    await driven(cut, moved)
    expect(keys).toEqual([keys[0], keys[0]])
    await driven(cut, moved)
    expect(keys).toHaveLength(2)
    await driven(twice, async (ctx) => [await moved(ctx), await noted(ctx)])
    expect(keys[2]).toBe(keys[0])
    expect(keys[3]).not.toBe(keys[0])
  })

  it('never runs a `once` step again that a crash cut off, wherever it is moved', async () => {
    const store = memoryStore()
    let runs = 0
    const once = (ctx: Context): Promise<unknown> =>
      ctx.step('pay', async () => (runs += 1), { effect: 'once' })
    await driven(store, once)
    const cut = await cutAtStart(store, 'pay')
    const moved = await driven(cut, (ctx) => ctx.parallel({ in: () => once(ctx) }))
    expect(moved.outcome.value).toMatchObject({ in: { outcome: 'unknown' } })
    expect(runs).toBe(1)
  })

  it('takes failures over as they are, but not the ends of calls that were told to end', async () => {
    const store = memoryStore()
    let runs = 0
    const fails = (ctx: Context): Promise<unknown> =>
      ctx
        .step('fails', async () => {
          runs += 1
          throw new Error('no')
        })
        .catch(String)
    const slow = (ctx: Context): Promise<unknown> =>
      ctx.step('slow', async ({ signal }) => {
        runs += 1
        while (!signal.aborted && runs === 2) await nextTurn()
        signal.throwIfAborted()
        return 'slow'
      })
    await driven(store, async (ctx) => [
      await fails(ctx),
      await Promise.race([slow(ctx), nextTurn().then(String)]),
    ])
    expect(runs).toBe(2)
    const moved = await driven(store, (ctx) => ctx.parallel([() => fails(ctx), () => slow(ctx)]))
    expect(moved.outcome).toMatchObject({ status: 'ok', value: ['AssayError: no', 'slow'] })
    expect(runs).toBe(3)
  })

  it('never takes a decision over', async () => {
    const store = memoryStore()
    const first = await driven(store, async (ctx) => ctx.uuid())
    const moved = await driven(store, (ctx) => ctx.parallel([async () => ctx.uuid()]))
    expect(moved.outcome.value).not.toEqual([first.outcome.value])
    expect(await adoptionsOf(store)).toEqual([])
  })

  it('never takes from inside a child that was answered as a whole', async () => {
    const store = memoryStore()
    const tasks = ['first', 'second']
    const script = ({ role, turn, prompt }: Call): Reply => {
      if (role !== 'coordinator') return { text: `re: ${prompt}` }
      const handle = `c${Math.ceil(turn / 2)}`
      if (turn > 2 * tasks.length)
        return { toolCalls: [{ name: 'finish', input: { result: 'r' } }] }
      if (turn % 2 === 0)
        return { toolCalls: [{ name: 'await_all', input: { handles: [handle] } }] }
      const input = { agentType: 'reader', prompt: 'the same' }
      return { toolCalls: [{ name: 'spawn_agent', input }] }
    }
    const whole = await driven(store, (ctx) => ctx.orchestrate('goal'), script)
    const entries = await entriesOf(store, 'r')
    const firstChild = entries.find((each) => each.type === 'step-started' && each.kind === 'child')
    const ended = entries.findIndex(
      (each) => each.type === 'step-completed' && each.started === firstChild?.seq,
    )
    const cut = await prefixOf(store, 'r', ended + 1)
    const done = entries.slice(0, ended).filter(({ type }) => type === 'step-completed').length
    const resumed = await driven(cut, (ctx) => ctx.orchestrate('goal'), script)
    expect(resumed.calls).toBe(whole.calls - done)
    expect(await adoptionsOf(cut)).toEqual([])
  })
})

afterEach(() => void vi.restoreAllMocks())

/** A tree with its parts in another order, some of them left out, and a new one among them. */
function edited(tree: Tree, choices: () => number, insert: Tree): Tree {
  if (!('of' in tree)) return choices() % 4 === 0 ? insert : tree
  const of = tree.of.map((each) => edited(each, choices, insert))
  const at = choices() % (of.length + 1)
  const edits = [of, of.toReversed(), of.toSpliced(at, 1), of.toSpliced(at, 0, insert)]
  const kinds = [tree.kind, tree.kind, 'sequence', 'all', 'named', 'listed'] as const
  const chosen = edits[choices() % edits.length] ?? of
  return { kind: kinds[choices() % kinds.length] ?? tree.kind, of: chosen }
}

function chooser(choices: readonly number[]): () => number {
  let next = 0
  return () => choices[next++ % choices.length] ?? 0
}

const someChoices = fc.array(fc.nat(11), { minLength: 1, maxLength: 20 })
const someCut = fc.double({ min: 0, max: 1, noNaN: true })

describe('adoption, in any workflow', () => {
  it('never happens without an edit, wherever a crash cut the run off', async () => {
    await fc.assert(
      fc.asyncProperty(trees, delays, delays, someCut, async (tree, slow, slowAfter, cut) => {
        const store = memoryStore()
        await drive(store, tree, new World(slow))
        const entries = await entriesOf(store, 'r')
        const prefix = await prefixOf(store, 'r', 1 + Math.floor(cut * (entries.length - 1)))
        await drive(prefix, tree, new World(slowAfter))
        expect(await adoptionsOf(prefix)).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  it('gives an edited prefix its fresh outcome, once and for all, and never costs a call', async () => {
    await fc.assert(
      fc.asyncProperty(trees, trees, delays, someChoices, someCut, async (...given) => {
        const [before, insert, slow, choices, cut] = given
        const after = edited(before, chooser(choices), insert)
        const store = memoryStore()
        await drive(store, before, new World(slow))
        const entries = await entriesOf(store, 'r')
        const count = 1 + Math.floor(cut * (entries.length - 1))
        const [one, other] = [await prefixOf(store, 'r', count), await prefixOf(store, 'r', count)]
        const adopting = new World(slow)
        const outcome = await drive(one, after, adopting)
        expect(equalPart(outcome)).toEqual(
          equalPart(await drive(memoryStore(), after, new World([]))),
        )
        const taken = (await adoptionsOf(one)).map(
          ({ value }) => (value.json as { seq: number }).seq,
        )
        expect(new Set(taken).size).toBe(taken.length)
        expect(await verifyJournal(one, 'r')).toMatchObject({ ok: true })
        const written = await entriesOf(one, 'r')
        const again = new World([])
        expect(equalPart(await drive(one, after, again))).toEqual(equalPart(outcome))
        expect(again.happened).toEqual([])
        expect(await entriesOf(one, 'r')).toEqual(written)
        const mayAdopt = vi.spyOn(ReplayIndex.prototype, 'mayAdopt').mockReturnValue(false)
        const without = new World(slow)
        await drive(other, after, without)
        mayAdopt.mockRestore()
        expect(adopting.happened.length).toBeLessThanOrEqual(without.happened.length)
      }),
      { numRuns: 200 },
    )
  })
})
