import type { Engine, RunHandle } from '../engine/engine.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { driveRun } from './drive-run.ts'
import type { ExitCode } from './exit-code.ts'
import { failureLines } from './outcome-text.ts'
import { suspensionLines } from './pending-text.ts'
import type { StorePlace } from './store-place.ts'
import { costText } from './terminal/figures.ts'
import type { Output } from './terminal/output.ts'
import { plainJson } from '../kernel/plain-text.ts'

/** An engine for one run of a workflow that a module exports. */
export interface ModuleRun {
  readonly engine: Engine
  readonly store: JournalStore
  readonly place: StorePlace
}

/** Drives a run to its end and prints its value as JSON; an interrupted one can be resumed. */
export async function runModule(
  { engine, store, place }: ModuleRun,
  start: () => RunHandle<unknown>,
  output: Output,
): Promise<ExitCode> {
  try {
    const handle = start()
    const outcome = await driveRun({ engine, handle, store, place }, output)
    if (outcome === undefined) return 130
    const { runId } = handle
    const { status, value, cost, pending = [] } = outcome
    if (status === 'suspended') {
      for (const line of suspensionLines(runId, pending, place.flag)) output.note(line)
    } else if (status === 'ok') output.result(plainJson(value, 2))
    else for (const line of failureLines(outcome)) output.note(line)
    output.note(`${runId} ${status}, ${costText(cost)}: assay inspect ${runId}${place.flag}`)
    if (status === 'suspended') return 3
    return status === 'ok' ? 0 : 1
  } finally {
    await engine.close()
  }
}
