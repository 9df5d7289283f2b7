/**
 * Two readers look into one folder at the same time, each with a question of its own.
 *
 *   npx assay run examples/two-readers.ts --args '{"folder": "examples/payments-outage"}'
 */
import { defineWorkflow, folderTools, type Workflow } from 'assay'

interface Arguments {
  readonly folder: string
}

interface Answers {
  readonly lag: string
  readonly payments: string
}

export const twoReaders: Workflow<Arguments, Answers> = defineWorkflow(
  { name: 'two-readers' },
  async (ctx, { folder }: Arguments) => {
    const ask = async (label: string, question: string): Promise<string> => {
      const { status, text } = await ctx.agent(question, { label, tools: folderTools(folder) })
      return status === 'ok' ? text : `Not answered: ${status}`
    }
    return ctx.parallel({
      lag: () => ask('lag', 'What was the replication lag when the primary was restarted?'),
      payments: () => ask('payments', 'How many payments failed during the outage?'),
    })
  },
)
