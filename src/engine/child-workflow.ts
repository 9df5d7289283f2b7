import { validateNow } from '../agent/schema.ts'
import { nanoUsdOf } from '../budget/price.ts'
import { hashOf } from '../kernel/hash.ts'
import { lossless } from '../kernel/lossless.ts'
import { checkOptionNames } from '../kernel/options.ts'
import type { RunPlan } from '../run/active-run.ts'
import { performChild } from '../run/child-run.ts'
import type { Driver } from '../run/driver.ts'
import type { EngineParts } from './engine-parts.ts'
import { type AnyWorkflow, type ChildOptions, checkWorkflow } from './workflow.ts'

/** A child run that code asks for. */
export interface ChildCall {
  readonly workflow: AnyWorkflow
  readonly args: unknown
  readonly options: ChildOptions
  bodyOf(workflow: AnyWorkflow, args: unknown): RunPlan['body']
}

/** Runs a workflow as a child run: checked, then performed. */
export async function runChild(
  driver: Driver,
  { runs, drive }: EngineParts,
  { workflow, args: given, options, bodyOf }: ChildCall,
): Promise<unknown> {
  checkWorkflow(workflow)
  checkOptionNames(options, { known: ['budgetUsd'] })
  const { budgetUsd } = options
  const args = lossless(given, 'args')
  const valid = workflow.args === undefined ? args : validateNow(workflow.args, args, 'args')
  const { name } = workflow
  return performChild(
    driver,
    { store: runs.store, drive },
    {
      workflow: name,
      args,
      key: hashOf(['workflow', name, args ?? null]),
      ...(budgetUsd !== undefined && { budgetNanoUsd: nanoUsdOf('budgetUsd', budgetUsd) }),
      body: bodyOf(workflow, valid),
    },
  )
}
