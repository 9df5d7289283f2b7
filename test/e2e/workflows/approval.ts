import { defineWorkflow, type Workflow } from 'assay'

/** Waits to be told to go on, then for a while. */
export const approval: Workflow<undefined, string> = defineWorkflow(
  { name: 'approval' },
  async (ctx) => {
    const before = await ctx.step('before', async () => 'asked')
    const answer = await ctx.signal<string>('go on', {
      prompt: 'May it go on?',
      schema: {
        jsonSchema: { type: 'string' },
        validate: (value) => ({ value: value as string }),
      },
    })
    return `${before}: ${answer}`
  },
)
