import { parseOrchestrateOptions, type OrchestrateOptions } from '../orchestrator/options.ts'
import type { OrchestrateResult } from '../orchestrator/envelope.ts'
import { partsOf } from './create-engine.ts'
import type { Engine, RunHandle, RunOptions } from './engine.ts'
import { defineWorkflow } from './workflow.ts'

/**
 * Sends out child agents and composes a result, as a run of its own.
 *
 * Durable. The run's workflow is named `orchestrate` and its arguments are `{ goal }`; since
 * options hold live values, it is resumed with a workflow of that name that calls
 * `ctx.orchestrate(goal, options)`.
 *
 * @param engine The engine whose profiles can be started.
 * @param goal What is to be achieved, in words for the coordinator.
 * @param options How; every default is in the type.
 * @param run Id, budget and signal of the run.
 * @returns A handle whose outcome carries the envelope.
 * @throws {AssayError} `invalid-option` with `data.option`, or `model-unknown`, before anything is written.
 */
export function orchestrate(
  engine: Engine,
  goal: string,
  options: OrchestrateOptions = {},
  run: RunOptions = {},
): RunHandle<OrchestrateResult> {
  const { profiles, router } = partsOf(engine)
  const { model } = parseOrchestrateOptions(goal, options, profiles)
  if (model !== undefined) router.route(model, 'coordinator')
  const workflow = defineWorkflow({ name: 'orchestrate' }, (ctx, args: { readonly goal: string }) =>
    ctx.orchestrate(args.goal, options),
  )
  return engine.run(workflow, { goal }, run)
}
