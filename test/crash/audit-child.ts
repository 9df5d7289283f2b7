/**
 * An audit in a process of its own, for tests that kill it: the audit workflow of the command line
 * on a small folder, a `once` tool and a `once` step beside it. Every call that reaches the outside
 * (a model call, the tool, the step) appends one line to a log before it is answered.
 *
 *   node audit-child.ts start|resume FOLDER STORE LOG
 */
import { createHash } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import type { LanguageModelV4CallOptions } from '@ai-sdk/provider'
import { auditProfiles, auditWorkflow } from '../../src/cli/audit/audit-workflow.ts'
import { createEngine } from '../../src/engine/create-engine.ts'
import { defineWorkflow } from '../../src/engine/workflow.ts'
import { tool } from '../../src/agent/tool.ts'
import { readerModel } from '../../src/reader/reader-model.ts'
import { folderResolver } from '../../src/snapshot/folder.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { scriptedModel } from '../../src/testing/scripted-model.ts'

const [mode = '', folder = '', path = '', log = ''] = process.argv.slice(2)

const note = (kind: string, id: string): void => appendFileSync(log, `${kind} ${id}\n`)
const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16)

const embedded = readerModel()
const reader = {
  ...embedded,
  provider: 'logged',
  doStream(options: LanguageModelV4CallOptions) {
    note('model', digest(options.prompt))
    return embedded.doStream(options)
  },
}

const announce = tool({
  name: 'announce',
  description: 'Tells the customers.',
  effect: 'once',
  input: { jsonSchema: { type: 'object' }, validate: (value) => ({ value }) },
  execute: () => {
    note('once-tool', 'announce')
    return 'announced'
  },
})
const announcer = scriptedModel(({ turn, messages }) => {
  note('model', digest(messages))
  return turn === 1 ? { toolCalls: [{ name: 'announce', input: {} }] } : { text: 'Done.' }
})

const engine = createEngine({
  store: sqliteStore({ path }),
  profiles: auditProfiles(folder),
  models: { default: reader },
})
const audit = auditWorkflow(await folderResolver(folder))
const args = {
  folder,
  questions: ['What is pool_max in the configuration?', 'Was a data-loss check run?'],
  out: '/unused',
  model: 'logged:reader',
  strict: false,
}
const workflow = defineWorkflow({ name: 'crash' }, async (ctx, given: typeof args) => {
  const { report } = await audit.body(ctx, given)
  const told = await ctx.agent('Announce it.', { model: announcer, tools: [announce] })
  const filed = await ctx.step(
    'file',
    () => {
      note('once-step', 'file')
      return Promise.resolve('filed')
    },
    { effect: 'once' },
  )
  return { report, told: told.status, filed: filed.outcome }
})

const handle =
  mode === 'start'
    ? engine.run(workflow, args, { runId: 'run-1' })
    : engine.resume('run-1', workflow, { args })
const { status, value, error, replay } = await handle.result
console.log(JSON.stringify({ status, value, error, replay }))
await engine.close()
