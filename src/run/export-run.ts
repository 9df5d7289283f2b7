import { encodeEntry, payloadsOf } from '../journal/codec.ts'
import { type Entry, journalFormat } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import { escapedLine } from '../kernel/plain-text.ts'
import type { JournalStore } from '../store/journal-store.ts'

/** The format of an export's lines. */
export const exportFormat = 1

/** The first line of an export. */
export interface ExportHeader {
  readonly type: 'assay-export'
  readonly format: number
  readonly journalFormat: number
  readonly runId: string
  /** How many entries follow. */
  readonly entries: number
}

/** A blob's line. It stands before the line of the first entry that refers to it. */
export interface ExportedBlob {
  readonly type: 'blob'
  readonly hash: string
  readonly base64: string
}

/**
 * Writes a run as lines of JSON: a header, then each entry as it is stored, each blob before the
 * first entry that refers to it. Characters that drive a terminal are escaped, which JSON reads
 * back as they were.
 *
 * Live: a run that is under way is exported up to the entry that was its last at the start.
 *
 * @param store Where the run is.
 * @param runId The run.
 * @returns The lines, without line ends; `importRun()` reads them back.
 * @throws {AssayError} `run-unknown`, `journal-corrupt` or `blob-missing`, behind the lines that can
 * be written.
 */
export async function* exportRun(store: JournalStore, runId: string): AsyncGenerator<string> {
  const entries = await lastSeqOf(store, runId)
  const formats = { format: exportFormat, journalFormat }
  const header: ExportHeader = { type: 'assay-export', ...formats, runId, entries }
  yield JSON.stringify(header)
  const written = new Set<string>()
  for await (const entry of store.read(runId)) {
    if (entry.seq > entries) return
    yield* blobLines(store, entry, written)
    yield escapedLine(encodeEntry(entry))
  }
}

async function lastSeqOf(store: JournalStore, runId: string): Promise<number> {
  for await (const head of store.list({ runId })) {
    if ('unreadable' in head) throw head.unreadable
    return head.last.seq
  }
  throw new AssayError('run-unknown', `There is no run "${runId}"`, { runId })
}

async function* blobLines(
  store: JournalStore,
  entry: Entry,
  written: Set<string>,
): AsyncGenerator<string> {
  for (const { blob: hash } of payloadsOf(entry)) {
    if (hash === undefined || written.has(hash)) continue
    const bytes = await store.getBlob(hash)
    if (bytes === undefined) {
      throw new AssayError('blob-missing', `The store holds no blob "${hash}"`, { hash })
    }
    written.add(hash)
    const line: ExportedBlob = { type: 'blob', hash, base64: Buffer.from(bytes).toString('base64') }
    yield JSON.stringify(line)
  }
}
