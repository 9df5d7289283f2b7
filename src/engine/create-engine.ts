import { nanoUsdOf } from '../budget/price.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { AssayError, invalidArgument } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import { validateNow } from '../agent/schema.ts'
import { ActiveRun, type RunPlan } from '../run/active-run.ts'
import type { Driver } from '../run/driver.ts'
import { readStart } from '../run/loaded-journal.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { unpack } from '../run/payload.ts'
import { summariesOf } from '../run/run-summary.ts'
import { viewOf } from '../run/run-view.ts'
import type { Engine, RunHandle, RunOptions } from './engine.ts'
import { composeEngine, type EngineParts } from './engine-parts.ts'
import type { EngineOptions } from './options.ts'
import { checkReason, checkResumeOptions, checkRunFilter, checkRunOptions } from './run-options.ts'
import { openContext } from './open-context.ts'
import type { AnyWorkflow } from './workflow.ts'

const parts = new WeakMap<Engine, EngineParts>()

/** The parts of an engine, for what is composed from it. */
export function partsOf(engine: Engine): EngineParts {
  const found = parts.get(engine)
  if (found === undefined) throw invalidArgument('engine', engine, 'made by createEngine()')
  return found
}

/**
 * Makes an engine: the one place where store, models, prices, profiles and tools meet.
 *
 * Live: it takes no lease and opens no run by itself.
 *
 * @param options What it works with; without any, runs are kept in `.assay/assay.db` and the
 * embedded `reader` plays every role.
 * @returns The engine; close it to give its store back.
 * @throws {AssayError} `invalid-option`, `invalid-argument` or `model-unknown`, naming the option.
 *
 * @example
 * ```ts
 * const engine = createEngine({ store: memoryStore() })
 * const greet = defineWorkflow({ name: 'greet' }, async (ctx, name: string) =>
 *   ctx.step('greet', async () => `Hello, ${name}`, { deps: name }),
 * )
 * const outcome = await engine.run(greet, 'Ada').result
 * outcome.value // => 'Hello, Ada'
 * ```
 */
export function createEngine(options: EngineOptions = {}): Engine {
  const composed = composeEngine(options)
  const active = new Set<ActiveRun>()
  const engine: Engine = {
    run: (workflow, args, runOptions) =>
      handleOf(
        startRun(composed, { workflow, args, options: runOptions ?? {} }),
        active,
        runOptions?.signal,
      ),
    resume: (runId, workflow, resumeOptions) =>
      resumed(composed, active, { runId, workflow, ...checkResumeOptions(resumeOptions) }),
    runs: (filter) => summariesOf(composed.runs, checkRunFilter(filter)),
    inspect: (runId) => viewOf(composed.runs, runId),
    close: () => closeAll(composed, active),
  }
  parts.set(engine, composed)
  return engine
}

function startRun(
  composed: EngineParts,
  given: { readonly workflow: AnyWorkflow; readonly args: unknown; readonly options: RunOptions },
): ActiveRun {
  const { workflow, options } = given
  checkWorkflow(workflow)
  checkRunOptions(options)
  const args = lossless(given.args, 'args')
  const valid = workflow.args === undefined ? args : validateNow(workflow.args, args, 'args')
  const runId = options.runId ?? composed.runs.ids.runId()
  if (typeof runId !== 'string' || !/^(?!\.+$)[\w.-]{1,64}$/.test(runId)) {
    throw invalidArgument(
      'runId',
      runId,
      '1 to 64 letters, digits, ".", "_" or "-", not dots alone',
    )
  }
  const { budgetUsd, source } = options
  const budget = budgetUsd === undefined ? {} : { budgetNanoUsd: nanoUsdOf('budgetUsd', budgetUsd) }
  const start = {
    workflow: workflow.name,
    args,
    ...budget,
    ...(source !== undefined && { source }),
  }
  return new ActiveRun(composed.runs, {
    runId,
    start,
    ...budget,
    body: bodyOf(composed, workflow, valid),
  })
}

function bodyOf(composed: EngineParts, workflow: AnyWorkflow, args: unknown): RunPlan['body'] {
  return (driver: Driver) => workflow.body(openContext(driver, composed), args as never)
}

interface ResumeRequest {
  readonly runId: string
  readonly workflow: AnyWorkflow | undefined
  readonly args?: unknown
}

/** A handle on a run whose journal has to be looked at before it can be driven. */
function resumed<T>(
  composed: EngineParts,
  active: Set<ActiveRun>,
  request: ResumeRequest,
): RunHandle<T> {
  const opened = openRecorded(composed, request).then((run) => handleOf<T>(run, active))
  opened.catch(() => undefined)
  return {
    runId: request.runId,
    result: opened.then(({ result }) => result),
    events: {
      async *[Symbol.asyncIterator]() {
        yield* (await opened).events
      },
    },
    cancel: async (reason) => (await opened).cancel(reason),
  }
}

async function openRecorded(composed: EngineParts, request: ResumeRequest): Promise<ActiveRun> {
  const { runId } = request
  const { store } = composed.runs
  const started = await readStart(store, runId)
  const workflow = request.workflow ?? composed.workflows.get(started.workflow)
  if (workflow === undefined) {
    const message = `Run "${runId}" needs workflow "${started.workflow}", which is not registered`
    throw new AssayError('workflow-unknown', message, { workflow: started.workflow })
  }
  checkWorkflow(workflow)
  if (workflow.name !== started.workflow) {
    throw mismatch(runId, `workflow "${started.workflow}"`, `workflow "${workflow.name}"`)
  }
  const args = await unpack(started.args, store)
  if (request.args !== undefined) refuseOtherArgs(runId, args, lossless(request.args, 'args'))
  const valid = workflow.args === undefined ? args : validateNow(workflow.args, args, 'args')
  const { budgetNanoUsd } = started
  return new ActiveRun(composed.runs, {
    runId,
    body: bodyOf(composed, workflow, valid),
    ...(budgetNanoUsd !== undefined && { budgetNanoUsd }),
  })
}

function refuseOtherArgs(runId: string, recorded: Json | undefined, asked: Json | undefined): void {
  const [one, other] = [canonicalJson(recorded ?? null), canonicalJson(asked ?? null)]
  if (one !== other) throw mismatch(runId, `arguments ${one}`, `arguments ${other}`)
}

function mismatch(runId: string, recorded: string, asked: string): AssayError {
  const message = `Run "${runId}" was started with ${recorded}, not with ${asked}`
  return new AssayError('run-mismatch', message, { runId, recorded, asked })
}

function handleOf<T>(run: ActiveRun, active: Set<ActiveRun>, signal?: AbortSignal): RunHandle<T> {
  active.add(run)
  const cancel = (): void => void run.cancel(reasonOf(signal))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted === true) cancel()
  const result = run.result.finally(() => {
    active.delete(run)
    signal?.removeEventListener('abort', cancel)
  }) as Promise<RunOutcome<T>>
  result.catch(() => undefined)
  return {
    runId: run.runId,
    result,
    events: run.events,
    cancel: async (reason = 'asked by the host') => void run.cancel(checkReason(reason)),
  }
}

function reasonOf(signal: AbortSignal | undefined): string {
  const reason: unknown = signal?.reason
  return reason instanceof Error ? reason.message : String(reason)
}

async function closeAll(composed: EngineParts, active: Set<ActiveRun>): Promise<void> {
  const runs = [...active]
  for (const run of runs) {
    const { runId } = run
    const message = `The engine was closed; run "${runId}" can be resumed`
    run.halt(new AssayError('engine-closed', message, { runId }))
  }
  await Promise.allSettled(runs.map(({ result }) => result))
  await composed.runs.store.close()
}

function checkWorkflow(workflow: AnyWorkflow): void {
  if (typeof workflow?.name !== 'string' || typeof workflow.body !== 'function') {
    throw invalidArgument('workflow', workflow, 'made by defineWorkflow()')
  }
}
