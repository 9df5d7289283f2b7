import { defineWorkflow, type Workflow } from 'assay'

/** Says that it waits, and waits for ever unless `WAIT` is `no`. */
export const waiting: Workflow<undefined, string> = defineWorkflow(
  { name: 'waiting' },
  async (ctx) => {
    const before = await ctx.step('before', async () => 'before')
    const after = await ctx.step('after', async () => {
      if (process.env['WAIT'] === 'no') return 'after'
      ctx.log('info', 'waiting')
      return new Promise<string>(() => undefined)
    })
    return `${before} and ${after}`
  },
)
