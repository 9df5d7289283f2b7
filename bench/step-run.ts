import { join } from 'node:path'
import { createEngine, defineWorkflow, type Engine, type Workflow } from '../src/index.ts'
import type { JournalStore } from '../src/store/journal-store.ts'
import { type Durability } from '../src/store/sqlite/options.ts'
import { sqliteStore } from '../src/store/sqlite/index.ts'
import { type DurablePoints, noting } from './durable-points.ts'
import { timed } from './harness.ts'
import { inFolder } from './work-folder.ts'

/** What a step of the benches returns: about 220 bytes of JSON. */
export const stepResult: { readonly text: string } = { text: 'x'.repeat(208) }

/** Steps one after the other. */
export const oneByOne: Workflow<number, number> = defineWorkflow(
  { name: 'one-by-one' },
  async (ctx, count: number) => {
    for (let at = 0; at < count; at += 1) await ctx.step(`step ${at}`, async () => stepResult)
    return count
  },
)

/** Rounds of steps that go on at once. */
export const atOnce: Workflow<{ rounds: number; width: number }, number> = defineWorkflow(
  { name: 'at-once' },
  async (ctx, { rounds, width }) => {
    for (let round = 0; round < rounds; round += 1) {
      const branches = Array.from(
        { length: width },
        (_, at) => () => ctx.step(`step ${round}.${at}`, async () => stepResult),
      )
      await ctx.parallel(branches)
    }
    return rounds * width
  },
)

/** Milliseconds of one run of a workflow on a new SQLite file, which is open before it starts. */
export function runMs<Args>(
  workflow: Workflow<Args, number>,
  args: Args,
  durability: Durability,
): Promise<number> {
  return inFolder(async (folder) => {
    const engine = await opened(sqliteStore({ path: join(folder, 'a.db'), durability }))
    const ms = await timed(() => finished(engine, workflow, args))
    await engine.close()
    return ms
  })
}

/** The durable points of one run of a workflow. */
export function pointsOf<Args>(
  workflow: Workflow<Args, number>,
  args: Args,
): Promise<DurablePoints> {
  return inFolder(async (folder) => {
    const path = join(folder, 'a.db')
    const { store, points } = noting(sqliteStore({ path, durability: 'process' }))
    const engine = await opened(store)
    const before = points.length
    await finished(engine, workflow, args)
    await engine.close()
    return points.slice(before)
  })
}

/** Runs a workflow to its end; throws if that is not `ok`. */
export async function finished<Args>(
  engine: Engine,
  workflow: Workflow<Args, number>,
  args: Args,
  runId = 'measured',
): Promise<void> {
  const outcome = await engine.run(workflow, args, { runId }).result
  if (outcome.status !== 'ok') throw new Error(`a run ended as ${JSON.stringify(outcome)}`)
}

async function opened(store: JournalStore): Promise<Engine> {
  const engine = createEngine({ store })
  await finished(engine, oneByOne, 1, 'opening')
  return engine
}
