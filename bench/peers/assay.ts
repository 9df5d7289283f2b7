import { createEngine, defineWorkflow } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { scriptedModel } from '../../src/testing/index.ts'
import { answer, contend } from './peer.ts'

await contend(async ({ work, path, synchronous, count }) => {
  const store = sqliteStore({ path, durability: synchronous === 'FULL' ? 'power' : 'process' })
  const engine = createEngine({
    store,
    models: { default: scriptedModel(() => ({ text: answer })) },
  })
  let ms = Number.NaN
  const workflow = defineWorkflow({ name: 'measured' }, async (ctx) => {
    const from = performance.now()
    for (let at = 0; at < count; at += 1) {
      if (work === 'call') await ctx.agent(`prompt ${at}`)
      else await ctx.step(`prompt ${at}`, async () => answer)
    }
    ms = performance.now() - from
  })
  const outcome = await engine.run(workflow, undefined).result
  await engine.close()
  if (outcome.status !== 'ok') throw new Error(`the run ended as ${outcome.status}`)
  return { ms }
})
