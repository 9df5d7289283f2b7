import { createEngine } from '../../engine/create-engine.ts'
import type { RunSummary } from '../../run/run-summary.ts'
import { readArguments } from '../arguments.ts'
import type { Command } from '../command.ts'
import { openToRead, storePlace } from '../store-place.ts'
import { time, usd } from '../terminal/figures.ts'
import { plainJson } from '../../kernel/plain-text.ts'
import { table } from '../terminal/table.ts'

/** `runs`: lists the runs of the store, the one written to last first. */
export const runs: Command = (given) => {
  const { texts, switches } = readArguments(given, {
    operands: [],
    texts: ['store'],
    switches: ['json'],
  })
  const place = storePlace(texts['store'])
  return async (output) => {
    const engine = createEngine({ store: openToRead(place) })
    try {
      const rows: RunSummary[] = []
      for await (const row of engine.runs()) rows.push(row)
      if (switches.has('json')) output.result(plainJson(rows, 2))
      else if (rows.length === 0) output.note(`No runs in ${place.path}`)
      else for (const line of table([head, ...rows.map(cells)])) output.result(line)
      for (const { runId, problem } of rows)
        if (problem !== undefined) output.note(`${runId}: ${problem}`)
      return 0
    } finally {
      await engine.close()
    }
  }
}

const head = ['RUN', 'WORKFLOW', 'STATUS', 'STARTED (UTC)', 'COST', 'DRIVEN BY']

function cells(row: RunSummary): readonly string[] {
  const { runId, workflow, status, startedAt, costUsd, owner = '' } = row
  return [
    runId,
    workflow,
    status,
    startedAt === 0 ? 'unknown' : time(startedAt),
    usd(costUsd),
    owner,
  ]
}
