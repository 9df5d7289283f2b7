import type { Engine, RunHandle } from '../engine/engine.ts'
import { systemClock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/error.ts'
import type { RunOutcome } from '../run/outcome.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { watchRun } from './progress/watch-run.ts'
import type { StorePlace } from './store-place.ts'
import type { Output } from './terminal/output.ts'

/** A run in the hands of the command line. */
export interface DrivenRun<T> {
  readonly engine: Engine
  readonly handle: RunHandle<T>
  readonly store: JournalStore
  readonly place: StorePlace
}

/**
 * Shows a run's progress until it settles. The first SIGINT or SIGTERM stops the engine and leaves
 * the run to be resumed; the second ends the process at once.
 *
 * @returns The outcome, or `undefined` if the run was interrupted; how to resume it is then said.
 */
export async function driveRun<T>(
  { engine, handle, store, place }: DrivenRun<T>,
  output: Output,
): Promise<RunOutcome<T> | undefined> {
  const stopListening = onInterrupt(() => {
    output.note('Stopping. Interrupt again to end at once.')
    void engine.close()
  })
  const letGo = stayAlive()
  const watching = watchRun(handle, store, output).catch(() => undefined)
  try {
    const outcome = await handle.result
    await watching
    return outcome
  } catch (error) {
    if (!AssayError.is(error, 'engine-closed')) throw error
    await watching
    output.note(`Interrupted. Resume with: assay resume ${handle.runId}${place.flag}`)
    return undefined
  } finally {
    stopListening()
    letGo()
  }
}

const mostMs = 2 ** 31 - 1

/** Keeps the process from ending while a run waits for something that Node does not count. */
function stayAlive(): () => void {
  const done = new AbortController()
  systemClock.sleep(mostMs, done.signal).catch(() => undefined)
  return () => done.abort()
}

function onInterrupt(stop: () => void): () => void {
  let isStopping = false
  const onSignal = (): void => {
    if (isStopping) process.exit(130)
    isStopping = true
    stop()
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
}
