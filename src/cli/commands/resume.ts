import { createEngine } from '../../engine/create-engine.ts'
import type { RunStarted } from '../../journal/entry.ts'
import { AssayError, invalidOption } from '../../kernel/error.ts'
import { readStart } from '../../run/loaded-journal.ts'
import { unpack } from '../../run/payload.ts'
import type { JournalStore } from '../../store/journal-store.ts'
import { readArguments } from '../arguments.ts'
import type { AuditArguments } from '../audit/audit-arguments.ts'
import { auditSource } from '../audit/audit-workflow.ts'
import { prepareAudit, runAudit } from '../audit/run-audit.ts'
import type { Command } from '../command.ts'
import type { ExitCode } from '../exit-code.ts'
import { runModule } from '../run-module.ts'
import { showPreview } from '../show-preview.ts'
import { openToRead, type StorePlace, storePlace } from '../store-place.ts'
import type { Output } from '../terminal/output.ts'
import { findWorkflow } from '../workflow-module.ts'

/** `resume RUN`: finds the code of a run again and drives the run on, or tells what that would do. */
export const resume: Command = (given) => {
  const { operands, texts, switches } = readArguments(given, {
    operands: ['RUN'],
    texts: ['store'],
    switches: ['preview', 'json'],
  })
  const [runId = ''] = operands
  const preview = switches.has('preview')
  const json = switches.has('json')
  if (json && !preview) throw invalidOption('--json', 'goes with "--preview" alone')
  const place = storePlace(texts['store'])
  return async (output) => {
    const store = openToRead(place)
    const started = await readStart(store, runId)
    const request = { runId, started, store, place, preview, json }
    return started.source?.module === auditSource.module
      ? resumeAudit(request, output)
      : resumeModule(request, output)
  }
}

interface Request {
  readonly runId: string
  readonly started: RunStarted
  readonly store: JournalStore
  readonly place: StorePlace
  readonly preview: boolean
  readonly json: boolean
}

async function resumeAudit(request: Request, output: Output): Promise<ExitCode> {
  const { runId, started, store, place } = request
  const args = (await unpack(started.args, store)) as unknown as AuditArguments
  const prepared = await prepareAudit(args, store, place)
  if (request.preview) return showPreview({ ...request, ...prepared }, output)
  return runAudit(prepared, ({ engine, workflow }) => engine.resume(runId, workflow), output)
}

async function resumeModule(request: Request, output: Output): Promise<ExitCode> {
  const { runId, started, store, place } = request
  const { workflow: name, source } = started
  if (source === undefined) {
    throw unknownWorkflow(
      name,
      `run "${runId}" does not say where its code is; resume it from there`,
    )
  }
  const { module, exportName } = source
  const found = await findWorkflow(module, exportName)
  if (!found.ok) throw unknownWorkflow(name, `in "${module}", where it was: ${found.why}`)
  const engine = createEngine({ store })
  const { workflow } = found
  if (request.preview) return showPreview({ ...request, engine, workflow }, output)
  return runModule({ engine, store, place }, () => engine.resume(runId, workflow), output)
}

function unknownWorkflow(workflow: string, why: string): AssayError {
  return new AssayError('workflow-unknown', `Workflow "${workflow}" was not found: ${why}`, {
    workflow,
  })
}
