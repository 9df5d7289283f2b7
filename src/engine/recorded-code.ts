import { validateNow } from '../agent/schema.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { AssayError } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { RunPlan } from '../run/active-run.ts'
import { readStart } from '../run/loaded-journal.ts'
import { patiently } from '../run/patience.ts'
import { unpack } from '../run/payload.ts'
import { deterministic } from './determinism.ts'
import type { EngineParts } from './engine-parts.ts'
import { openContext } from './open-context.ts'
import { type AnyWorkflow, checkWorkflow } from './workflow.ts'

/** A recorded run whose code is asked for. */
export interface RecordedRequest {
  readonly runId: string
  /** Default: the registered workflow of the recorded name. */
  readonly workflow: AnyWorkflow | undefined
  /** Arguments that must equal the recorded ones. */
  readonly args?: unknown
}

/** What a recorded run is driven with. */
export interface RecordedCode {
  readonly body: RunPlan['body']
  readonly budget: { readonly budgetNanoUsd?: number }
}

/**
 * Finds the code of a recorded run, with its recorded arguments.
 *
 * @throws {AssayError} `run-unknown`, `workflow-unknown`, `run-mismatch`, `blob-missing`.
 */
export async function recordedCode(
  composed: EngineParts,
  request: RecordedRequest,
): Promise<RecordedCode> {
  const { runId } = request
  const { store, clock } = composed.runs
  const started = await patiently(clock, () => readStart(store, runId))
  const workflow = request.workflow ?? composed.workflows.get(started.workflow)
  if (workflow === undefined) {
    const message = `Run "${runId}" needs workflow "${started.workflow}", which is not registered`
    throw new AssayError('workflow-unknown', message, { workflow: started.workflow })
  }
  checkWorkflow(workflow)
  if (workflow.name !== started.workflow) {
    throw mismatch(runId, `workflow "${started.workflow}"`, `workflow "${workflow.name}"`)
  }
  const args = await patiently(clock, () => unpack(started.args, store))
  if (request.args !== undefined) refuseOtherArgs(runId, args, lossless(request.args, 'args'))
  const valid = workflow.args === undefined ? args : validateNow(workflow.args, args, 'args')
  const { budgetNanoUsd } = started
  const budget = budgetNanoUsd === undefined ? {} : { budgetNanoUsd }
  return { body: bodyOf(composed, workflow, valid), budget }
}

/** What a run of a workflow does. */
export function bodyOf(
  composed: EngineParts,
  workflow: AnyWorkflow,
  args: unknown,
): RunPlan['body'] {
  return (driver) =>
    deterministic(driver, () =>
      workflow.body(
        openContext(driver, composed, (child, given) => bodyOf(composed, child, given)),
        args as never,
      ),
    )
}

function refuseOtherArgs(runId: string, recorded: Json | undefined, asked: Json | undefined): void {
  const [one, other] = [canonicalJson(recorded ?? null), canonicalJson(asked ?? null)]
  if (one !== other) throw mismatch(runId, `arguments ${one}`, `arguments ${other}`)
}

function mismatch(runId: string, recorded: string, asked: string): AssayError {
  const message = `Run "${runId}" was started with ${recorded}, not with ${asked}`
  return new AssayError('run-mismatch', message, { runId, recorded, asked })
}
