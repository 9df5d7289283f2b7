/**
 * A run that waits for a signal and for a child run, in a process of its own, for tests that kill
 * it. Every call that reaches the outside appends one line to a log before it is answered.
 *
 *   node waiting-child.ts drive|signal|cancel STORE LOG [RUN KEY VALUE]
 */
import { appendFileSync } from 'node:fs'
import { createEngine } from '../../src/engine/create-engine.ts'
import { defineWorkflow } from '../../src/engine/workflow.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { scriptedModel } from '../../src/testing/scripted-model.ts'

const [mode = '', path = '', log = '', target = '', key = '', value = ''] = process.argv.slice(2)
const note = (what: string): void => appendFileSync(log, `${what}\n`)

const usage = { inputTokens: 1_000, outputTokens: 1_000 }
const model = scriptedModel(({ prompt }) => {
  note(`model ${prompt}`)
  return { text: `re ${prompt}`, usage }
})

const inner = defineWorkflow({ name: 'inner' }, async (ctx, question: string) => {
  const { text } = await ctx.agent(question, { maxOutputTokens: 1_000 })
  return `${text}, ${await ctx.signal<string>('inner')}`
})
const outer = defineWorkflow({ name: 'outer' }, async (ctx) => {
  const { text } = await ctx.agent('first', { maxOutputTokens: 1_000 })
  const both = await ctx.parallel({
    own: () => ctx.signal<string>('own'),
    child: () => ctx.workflow(inner, 'asked', { budgetUsd: 0.01 }),
  })
  await ctx.sleep(1)
  const { text: last } = await ctx.agent('last', { maxOutputTokens: 1_000 })
  return { text, ...both, last }
})

const engine = createEngine({
  store: sqliteStore({ path }),
  models: { default: model },
  pricing: { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 1 } },
})

async function drive(): Promise<unknown> {
  const runs = await Array.fromAsync(engine.runs({ runId: 'run-1' }))
  const handle =
    runs.length === 0
      ? engine.run(outer, undefined, { runId: 'run-1', budgetUsd: 0.05 })
      : engine.resume('run-1', outer)
  const { status, value: result, error, pending, cost } = await handle.result
  return { status, value: result, error, pending, totalUsd: cost.totalUsd }
}

const modes: Readonly<Record<string, () => Promise<unknown>>> = {
  drive,
  signal: () => engine.signal(target, key, value),
  cancel: () => engine.cancel('run-1', 'enough'),
}
console.log(JSON.stringify(await modes[mode]?.()))
await engine.close()
