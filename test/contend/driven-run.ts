/**
 * Drives run `r` in a process of its own. Each call that reaches the outside appends a line to a
 * log before it is answered. Prints `ready`, then `at <call>` for the gate, then how it ended.
 *
 *   node driven-run.ts start|resume WORKFLOW STORE LOG [ENGINE OPTIONS]
 *
 * stdin: a line starts it (with `"waits": true`), the next line opens the gate.
 */
import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { createEngine } from '../../src/engine/create-engine.ts'
import type { AnyWorkflow, Workflow } from '../../src/engine/workflow.ts'
import { AssayError } from '../../src/kernel/error.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { scriptedModel } from '../../src/testing/scripted-model.ts'
import { busy, fan, held, type Outside, paid } from './workflows.ts'

const [mode = '', name = '', path = '', log = '', json = '{}'] = process.argv.slice(2)
const { waits = false, ...options } = JSON.parse(json) as { readonly waits?: boolean }

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const line = async (): Promise<void> => void (await lines.next())

const outside: Outside = {
  call(label) {
    appendFileSync(log, `${label}\n`)
    if (label === 'gate' || label === 'busy') console.log(`at ${label}`)
  },
  gate: line,
}
const model = scriptedModel(({ prompt }) => {
  outside.call(prompt)
  return { text: `re: ${prompt}`, usage: { inputTokens: 10, outputTokens: 10 } }
})
const workflows = { held, fan, busy, paid }
const workflow: AnyWorkflow = workflows[name as keyof typeof workflows](outside)

console.log('ready')
if (waits) await line()
const engine = createEngine({
  store: sqliteStore({ path }),
  models: { default: model },
  ...options,
})
const handle =
  mode === 'start'
    ? engine.run(workflow as Workflow, { asked: 'by a test' }, { runId: 'r' })
    : engine.resume('r', workflow)
try {
  const { status, value, replay } = await handle.result
  console.log(JSON.stringify({ status, value, replay }))
} catch (error) {
  if (!AssayError.is(error)) throw error
  console.log(JSON.stringify({ code: error.code, data: error.data }))
}
await engine.close()
process.exit()
