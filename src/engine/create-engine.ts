import { nanoUsdOf } from '../budget/price.ts'
import { AssayError, invalidArgument } from '../kernel/error.ts'
import { isRunId } from '../kernel/ids.ts'
import { lossless } from '../kernel/lossless.ts'
import { checkOptionNames, checkWhole } from '../kernel/options.ts'
import { validateNow } from '../agent/schema.ts'
import type { ActiveRun } from '../run/active-run.ts'
import { cancelRun } from '../run/cancel-run.ts'
import { deleteRun } from '../run/delete-run.ts'
import type { RunEvent } from '../run/events.ts'
import { type FollowOptions, followRun } from '../run/follow-run.ts'
import { forkRun } from '../run/fork-run.ts'
import type { RunOutcome } from '../run/outcome.ts'
import { type Preview, previewRun } from '../run/preview-run.ts'
import { sendSignal } from '../run/send-signal.ts'
import { summariesOf } from '../run/run-summary.ts'
import { viewOf } from '../run/run-view.ts'
import type { Engine, ForkOptions, RunHandle, RunOptions } from './engine.ts'
import { composeEngine, type EngineParts } from './engine-parts.ts'
import type { EngineOptions } from './options.ts'
import { bodyOf, recordedCode, type RecordedRequest } from './recorded-code.ts'
import { checkReason, checkResumeOptions, checkRunFilter, checkRunOptions } from './run-options.ts'
import { type AnyWorkflow, checkWorkflow } from './workflow.ts'

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
  const engine: Engine = {
    run: (workflow, args, runOptions) =>
      handleOf(
        startRun(composed, { workflow, args, options: runOptions ?? {} }),
        runOptions?.signal,
      ),
    resume: (runId, workflow, resumeOptions) =>
      handleOnOpening(
        runId,
        openRecorded(composed, { runId, workflow, ...checkResumeOptions(resumeOptions) }),
      ),
    fork: (runId, forkOptions) => forked(composed, runId, forkOptions ?? {}),
    preview: (runId, workflow) => preview(composed, { runId, workflow }),
    runs: (filter) => summariesOf(composed.runs, checkRunFilter(filter)),
    inspect: (runId) => viewOf(composed.runs, runId),
    events: (runId, options) => followed(composed, { runId, options: options ?? {} }),
    delete: (runId) => deleteRun(composed.runs.store, runId, composed.runs),
    signal: (runId, key, value) =>
      sendSignal(composed.runs, { runId, key, value, nudge: (id) => nudge(composed, id) }),
    cancel: (runId, reason = 'asked by the host') =>
      cancelRun(composed.runs, {
        runId,
        reason,
        active: (id) => activeRun(composed, id),
        drive: composed.drive,
      }),
    close: () => closeAll(composed),
  }
  parts.set(engine, composed)
  return engine
}

function followed(
  composed: EngineParts,
  { runId, options }: { readonly runId: string; readonly options: FollowOptions },
): AsyncIterable<RunEvent> {
  checkOptionNames(options, { known: ['after', 'signal'] })
  if (options.after !== undefined) checkWhole('after', options.after, 0)
  const { store, clock } = composed.runs
  const live = (signal: AbortSignal | undefined): AsyncIterable<RunEvent> | undefined =>
    activeRun(composed, runId)?.eventsUntil(signal)
  return followRun({ runId, store, clock, live }, options)
}

function activeRun({ active }: EngineParts, runId: string): ActiveRun | undefined {
  return [...active].find((run) => run.runId === runId)
}

/** Lets the run that a message is for take it, and the runs that wait for that run look at it. */
async function nudge({ active }: EngineParts, runId: string): Promise<void> {
  const concerned = [...active].filter(
    (run) => run.runId === runId || run.pending.some((each) => each.runId === runId),
  )
  await Promise.all(concerned.map((run) => run.look()))
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
  if (!isRunId(runId)) {
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
  return composed.drive({
    runId,
    start,
    ...budget,
    body: bodyOf(composed, workflow, valid),
  })
}

/** A handle on a run whose journal has to be looked at before it can be driven. */
function handleOnOpening<T>(runId: string, opening: Promise<ActiveRun>): RunHandle<T> {
  const opened = opening.then((run) => handleOf<T>(run))
  const result = opened.then((handle) => handle.result)
  result.catch(() => undefined)
  return {
    runId,
    result,
    events: {
      async *[Symbol.asyncIterator]() {
        yield* (await opened).events
      },
    },
    cancel: async (reason) => (await opened).cancel(reason),
  }
}

async function openRecorded(composed: EngineParts, request: RecordedRequest): Promise<ActiveRun> {
  const { runId } = request
  const { body, budget } = await recordedCode(composed, request)
  return composed.drive({ runId, body, ...budget })
}

async function preview(composed: EngineParts, request: RecordedRequest): Promise<Preview> {
  const { runId } = request
  const { body, budget } = await recordedCode(composed, request)
  return previewRun(composed.runs, { runId, body, ...budget })
}

function forked<T>(composed: EngineParts, from: string, options: ForkOptions<T>): RunHandle<T> {
  checkOptionNames(options, { known: ['workflow', 'budgetUsd'] })
  const { workflow, budgetUsd } = options
  const asked = budgetUsd === undefined ? {} : { budgetNanoUsd: nanoUsdOf('budgetUsd', budgetUsd) }
  const runId = composed.runs.ids.runId()
  const open = async (): Promise<ActiveRun> => {
    const { body, budget } = await recordedCode(composed, { runId: from, workflow })
    await forkRun(composed.runs, { from, runId, ...asked })
    return composed.drive({ runId, body, ...budget, ...asked })
  }
  return handleOnOpening(runId, open())
}

function handleOf<T>(run: ActiveRun, signal?: AbortSignal): RunHandle<T> {
  const cancel = (): void => void run.cancel(reasonOf(signal))
  signal?.addEventListener('abort', cancel, { once: true })
  if (signal?.aborted === true) cancel()
  const result = run.result.finally(() => {
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

async function closeAll(composed: EngineParts): Promise<void> {
  const runs = [...composed.active]
  for (const run of runs) {
    const { runId } = run
    const message = `The engine was closed; run "${runId}" can be resumed`
    run.halt(new AssayError('engine-closed', message, { runId }))
  }
  await Promise.allSettled(runs.map(({ result }) => result))
  await composed.runs.store.close()
}
