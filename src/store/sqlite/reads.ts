import { decodeEntry, unreadable } from '../../journal/codec.ts'
import type { Entry } from '../../journal/entry.ts'
import type { RunFilter, RunHead, UnreadableRun } from '../journal-store.ts'
import { standingLease } from '../lease-rules.ts'
import { matches } from '../run-filter.ts'
import { headOf } from '../run-head.ts'
import type { Connection } from './connection.ts'
import type { EntryRow } from './entry-table.ts'
import { isCorrupt } from './result-code.ts'

/** How many records a reader holds at once. */
const pageSize = 512

/**
 * Reads a run page by page, up to the end known now. No statement stays open between two pages,
 * so readers and writers never wait for each other. Where a record is missing, the next one is out
 * of place and cannot be decoded. A run that is deleted meanwhile ends there.
 */
export function readEntries(file: Connection, runId: string, from: number): AsyncIterable<Entry> {
  const lastSeq = lastSeqOf(file, runId)
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
    const rows = readable(file, { runId, seq }, limit)
    if (rows.length === 0) return
    for (const row of rows) {
      yield decodeEntry(row.text, { runId, seq })
      seq += 1
    }
  }
}

interface Place {
  readonly runId: string
  readonly seq: number
}

/** The records from a place on; where a page of the file is damaged, fewer, up to the damage. */
function readable(file: Connection, place: Place, limit: number): readonly EntryRow[] {
  const { runId, seq } = place
  try {
    return file.read('read', ({ entries }) => entries.page(runId, seq, limit))
  } catch (error) {
    if (!isDamage(error)) throw error
    if (limit === 1) throw unreadable(place)
    return readable(file, place, limit >> 1)
  }
}

function isDamage(error: unknown): boolean {
  return error instanceof Error && isCorrupt(error.cause)
}

/**
 * Lists the runs there are now, reading one head at a time. A run that stands on a damaged page of
 * the file is listed as unreadable.
 *
 * @yields The heads of the runs that the filter wants, the one written to last first.
 */
export async function* listHeads(
  file: Connection,
  filter: RunFilter,
): AsyncGenerator<RunHead | UnreadableRun> {
  const wanted = filter.runId === undefined ? undefined : [filter.runId]
  for (const runId of wanted ?? file.read('list', ({ entries }) => entries.runs())) {
    const lease = standingLease(file.read('list', ({ leases }) => leases.get(runId)))
    const head = headOf({ runId, lease }, () => endsOf(file, runId))
    const isGone = 'unreadable' in head && lastSeqOf(file, runId) === 0
    if (!isGone && matches(head, filter)) yield head
  }
}

function lastSeqOf(file: Connection, runId: string): number {
  return file.read('read', ({ entries }) => entries.standing(runId).lastSeq)
}

function endsOf(file: Connection, runId: string): { readonly first: Entry; readonly last: Entry } {
  return { first: entryAt(file, runId, 1), last: entryAt(file, runId, lastSeqOf(file, runId)) }
}

function entryAt(file: Connection, runId: string, seq: number): Entry {
  const [row] = readable(file, { runId, seq }, 1)
  return decodeEntry(row?.text ?? '', { runId, seq })
}
