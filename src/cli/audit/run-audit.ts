import { createEngine } from '../../engine/create-engine.ts'
import type { Engine, RunHandle } from '../../engine/engine.ts'
import type { Workflow } from '../../engine/workflow.ts'
import type { PartialSnapshot } from '../../evidence/snapshot.ts'
import { folderResolver } from '../../snapshot/folder.ts'
import type { JournalStore } from '../../store/journal-store.ts'
import { driveRun } from '../drive-run.ts'
import type { ExitCode } from '../exit-code.ts'
import { suspensionLines } from '../pending-text.ts'
import type { StorePlace } from '../store-place.ts'
import type { Output } from '../terminal/output.ts'
import type { AuditArguments } from './audit-arguments.ts'
import { auditProfiles, type AuditResult, auditWorkflow } from './audit-workflow.ts'
import { concludeAudit } from './conclude-audit.ts'

/** An audit that is ready to be started or resumed. */
export interface PreparedAudit {
  readonly args: AuditArguments
  readonly engine: Engine
  readonly workflow: Workflow<AuditArguments, AuditResult>
  readonly snapshot: PartialSnapshot
  readonly store: JournalStore
  readonly place: StorePlace
}

/**
 * Reads the folder and makes the engine of an audit; no run is touched.
 *
 * @throws {AssayError} `model-unknown`; `invalid-argument` if the folder cannot be read.
 */
export async function prepareAudit(
  args: AuditArguments,
  store: JournalStore,
  place: StorePlace,
): Promise<PreparedAudit> {
  const { folder, model } = args
  const profiles = auditProfiles(folder)
  const engine = createEngine({ store, profiles, models: { default: model } })
  const snapshot = await folderResolver(folder)
  return { args, engine, workflow: auditWorkflow(snapshot), snapshot, store, place }
}

/** Drives an audit to its end and concludes it; an interrupted one is left to be resumed. */
export async function runAudit(
  audit: PreparedAudit,
  start: (audit: PreparedAudit) => RunHandle<AuditResult>,
  output: Output,
): Promise<ExitCode> {
  const { engine, store, place } = audit
  try {
    const handle = start(audit)
    const outcome = await driveRun({ engine, handle, store, place }, output)
    if (outcome === undefined) return 130
    if (outcome.status === 'suspended') {
      const lines = suspensionLines(handle.runId, outcome.pending ?? [], place.flag)
      for (const line of lines) output.note(line)
      return 3
    }
    return await concludeAudit({ ...audit, runId: handle.runId, outcome }, output)
  } finally {
    await engine.close()
  }
}
