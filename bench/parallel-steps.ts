import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Bench, compare, interleave, timed } from './harness.ts'
import { atOnce, pointsOf, runMs } from './step-run.ts'
import { inFolder } from './work-folder.ts'

const width = 64
const rounds = 20

/** Steps at once, next to SQLite committing as many records at a time. */
export const parallelSteps: Bench = {
  name: 'parallel-steps',
  about:
    '20 rounds of 64 steps at once, `power`. The baseline inserts as many records, each with the ' +
    'bytes that a step takes in our journal, into one table of `node:sqlite` (WAL, ' +
    '`synchronous = FULL`), 64 in a transaction.',
  async run() {
    const args = { rounds, width }
    const points = await pointsOf(atOnce, args)
    const bytes = points.reduce((sum, size) => sum + size, 0)
    const recordBytes = Math.round(bytes / rounds / width)
    const { ours, baseline } = await interleave(
      {
        ours: () => runMs(atOnce, args, 'power'),
        baseline: () => groupCommits(recordBytes),
      },
      15,
    )
    return [
      compare({
        what: `20 rounds of 64 steps at once (${points.length} appends)`,
        ours,
        baseline,
        named: `${rounds} commits of 64`,
        per: [rounds * width, 'step'],
        target: { speedAtLeast: 0.5 },
      }),
    ]
  },
}

function groupCommits(bytes: number): Promise<number> {
  const text = 'x'.repeat(bytes)
  return inFolder(async (folder) => {
    const database = new DatabaseSync(join(folder, 'raw.db'))
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
    database.exec('CREATE TABLE entry (seq INTEGER PRIMARY KEY, text TEXT NOT NULL)')
    const insert = database.prepare('INSERT INTO entry (text) VALUES (?)')
    const ms = await timed(() => {
      for (let round = 0; round < rounds; round += 1) {
        database.exec('BEGIN IMMEDIATE')
        for (let at = 0; at < width; at += 1) insert.run(text)
        database.exec('COMMIT')
      }
    })
    database.close()
    return ms
  })
}
