/**
 * A live run and those who send it messages, each in a process of its own.
 *
 *   node outside-input.ts drive|signal|cancel STORE [VALUE]
 *
 * `drive` prints `entered` each time that its slow step is entered, then how it ended; a line on
 * stdin lets the step end. The others print `ready` and act on a line on stdin.
 */
import { createInterface } from 'node:readline'
import { createEngine } from '../../src/engine/create-engine.ts'
import { defineWorkflow } from '../../src/engine/workflow.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'

const [mode = '', path = '', value = ''] = process.argv.slice(2)
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()

const workflow = defineWorkflow({ name: 'outside-input' }, (ctx) =>
  ctx.parallel({
    slow: () =>
      ctx.step('slow', async ({ signal }) => {
        console.log('entered')
        const cancelled = new Promise((resolve) => signal.addEventListener('abort', resolve))
        await Promise.race([lines.next(), cancelled])
      }),
    answer: async () => {
      const answer = await ctx.signal('key')
      console.log('answered')
      return answer
    },
  }),
)

const engine = createEngine({ store: sqliteStore({ path }) })
if (mode === 'drive') {
  const { status, value: result } = await engine.run(workflow, undefined, { runId: 'r' }).result
  console.log(JSON.stringify({ status, value: result }))
} else {
  console.log('ready')
  await lines.next()
  const answer =
    mode === 'cancel' ? await engine.cancel('r', 'enough') : await engine.signal('r', 'key', value)
  console.log(JSON.stringify(answer))
}
await engine.close()
process.exit()
