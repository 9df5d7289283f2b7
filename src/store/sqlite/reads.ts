import { decodeEntry } from '../../journal/codec.ts'
import type { Entry } from '../../journal/entry.ts'
import type { RunFilter, RunHead } from '../journal-store.ts'
import { standingLease } from '../lease-rules.ts'
import { matches } from '../run-filter.ts'
import type { Connection, Tables } from './connection.ts'

/** How many records a reader holds at once. */
const pageSize = 512

/**
 * Reads a run page by page, up to the end known now. No statement stays open between two pages,
 * so readers and writers never wait for each other. Where a record is missing, the next one is out
 * of place and cannot be decoded. A run that is deleted meanwhile ends there.
 */
export function readEntries(file: Connection, runId: string, from: number): AsyncIterable<Entry> {
  const lastSeq = file.read('read', ({ entries }) => entries.standing(runId).lastSeq)
  return entriesBetween(file, runId, from, lastSeq)
}

async function* entriesBetween(
  file: Connection,
  runId: string,
  from: number,
  lastSeq: number,
): AsyncGenerator<Entry> {
  for (let seq = from; seq <= lastSeq; ) {
    const limit = Math.min(pageSize, lastSeq - seq + 1)
    const start = seq
    const rows = file.read('read', ({ entries }) => entries.page(runId, start, limit))
    if (rows.length === 0) return
    for (const row of rows) {
      yield decodeEntry(row.text, { runId, seq })
      seq += 1
    }
  }
}

/**
 * Lists the runs there are now, reading one head at a time.
 *
 * @yields The heads of the runs that the filter wants, the one written to last first.
 */
export async function* listHeads(file: Connection, filter: RunFilter): AsyncGenerator<RunHead> {
  const wanted = filter.runId === undefined ? undefined : [filter.runId]
  for (const runId of wanted ?? file.read('list', ({ entries }) => entries.runs())) {
    const head = file.read('list', (tables) => headOf(tables, runId))
    if (head !== undefined && matches(head, filter)) yield head
  }
}

function headOf({ entries, leases }: Tables, runId: string): RunHead | undefined {
  const ends = entries.ends(runId)
  if (ends === undefined) return undefined
  const lease = standingLease(leases.get(runId))
  return {
    runId,
    first: decodeEntry(ends.first.text, { runId, seq: 1 }),
    last: decodeEntry(ends.last.text, { runId, seq: ends.last.seq }),
    ...(lease !== undefined && { lease }),
  }
}
