import type { Engine } from '../engine/engine.ts'
import type { AnyWorkflow } from '../engine/workflow.ts'
import { plainJson } from '../kernel/plain-text.ts'
import type { ExitCode } from './exit-code.ts'
import { table } from './terminal/table.ts'
import type { Output } from './terminal/output.ts'

/** A run that is looked at before it is driven on. */
export interface PreviewRequest {
  readonly engine: Engine
  readonly runId: string
  readonly workflow: AnyWorkflow
  readonly json: boolean
}

/** Prints what a resume would find, and closes the engine. Nothing is written or paid for. */
export async function showPreview(
  { engine, runId, workflow, json }: PreviewRequest,
  output: Output,
): Promise<ExitCode> {
  try {
    const preview = await engine.preview(runId, workflow)
    const { hits, misses, reruns, orphans } = preview
    const rows = [
      ['hits', `${hits}`, 'the journal answers them'],
      ['misses', `${misses}`, 'they are new and would be paid for'],
      ['reruns', `${reruns}`, 'they were cut off or failed, and would be tried again'],
      [
        'orphans',
        `${orphans}`,
        'they are recorded and not asked for, or only behind a miss or rerun',
      ],
    ]
    if (json) output.result(plainJson(preview, 2))
    else for (const line of table(rows)) output.result(line)
    return 0
  } finally {
    await engine.close()
  }
}
