import { resolve } from 'node:path'
import { createEngine } from '../../engine/create-engine.ts'
import { invalidArgument } from '../../kernel/error.ts'
import type { Json } from '../../kernel/json.ts'
import { readArguments } from '../arguments.ts'
import { readBudget } from '../budget.ts'
import type { Command } from '../command.ts'
import { runModule } from '../run-module.ts'
import { openStore, storePlace } from '../store-place.ts'
import { findWorkflow } from '../workflow-module.ts'

/** `run FILE`: runs a workflow that a module exports, and prints its value. */
export const run: Command = async (given) => {
  const { operands, texts } = readArguments(given, {
    operands: ['FILE'],
    texts: ['export', 'args', 'budget', 'store'],
  })
  const [file = ''] = operands
  const budget = readBudget(texts['budget'])
  const args = readJson(texts['args'])
  const found = await findWorkflow(file, texts['export'])
  if (!found.ok) throw invalidArgument('FILE', file, `a module with a workflow: ${found.why}`)
  const { workflow, exportName } = found
  const source = { module: resolve(file), exportName }
  const place = storePlace(texts['store'])
  const store = openStore(place)
  const engine = createEngine({ store })
  return (output) =>
    runModule(
      { engine, store, place },
      () => engine.run(workflow, args, { ...budget, source }),
      output,
    )
}

function readJson(text: string | undefined): Json | undefined {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as Json
  } catch {
    throw invalidArgument('--args', text, 'JSON')
  }
}
