import type { DatabaseSync } from 'node:sqlite'
import type { Batch, Standing } from '../append-rules.ts'

/** One stored record. */
export interface EntryRow {
  readonly seq: number
  readonly text: string
}

/** The statements on `entry`. */
export interface EntryTable {
  standing(runId: string): Standing
  insert(runId: string, batch: Batch): void
  /** At most `limit` records from `seq` on. */
  page(runId: string, seq: number, limit: number): readonly EntryRow[]
  /** Run ids, the one written to last first. */
  runs(): readonly string[]
  delete(runId: string): void
}

/** Every run once, by skipping from one to the next along the index. */
const runsSql = `
  WITH RECURSIVE each (run) AS (
    SELECT min(run) FROM entry
    UNION ALL
    SELECT (SELECT min(run) FROM entry WHERE run > each.run) FROM each WHERE each.run IS NOT NULL
  )
  SELECT run FROM each WHERE run IS NOT NULL
  ORDER BY (SELECT position FROM entry WHERE run = each.run ORDER BY seq DESC LIMIT 1) DESC
`

/** Prepares the statements on `entry`. */
export function entryTable(database: DatabaseSync): EntryTable {
  const standing = database.prepare(`
    SELECT
      coalesce((SELECT max(seq) FROM entry WHERE run = ?), 0) AS lastSeq,
      coalesce((SELECT token FROM lease WHERE run = ?), 0) AS token
  `)
  const insert = database.prepare('INSERT INTO entry (run, seq, text) VALUES (?, ?, ?)')
  const page = database.prepare(
    'SELECT seq, text FROM entry WHERE run = ? AND seq >= ? ORDER BY seq LIMIT ?',
  )
  const runs = database.prepare(runsSql)
  const remove = database.prepare('DELETE FROM entry WHERE run = ?')

  return {
    standing: (runId) => standing.get(runId, runId) as unknown as Standing,
    insert(runId, { firstSeq = 1, texts }) {
      for (const [index, text] of texts.entries()) insert.run(runId, firstSeq + index, text)
    },
    page: (runId, seq, limit) => page.all(runId, seq, limit) as unknown as readonly EntryRow[],
    runs: () => (runs.all() as unknown as readonly { run: string }[]).map((row) => row.run),
    delete: (runId) => void remove.run(runId),
  }
}
