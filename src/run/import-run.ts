import { decodeEntry, linkOf, payloadsOf } from '../journal/codec.ts'
import { type Entry, genesis, journalFormat } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import { isRunId } from '../kernel/ids.ts'
import { lineSplitter } from '../snapshot/line-splitter.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { type ExportedBlob, exportFormat, type ExportHeader } from './export-run.ts'
import { type LeaseTerms, takeLease } from './lease.ts'

/** What an import brought into the store. */
export interface Imported {
  readonly runId: string
  readonly entries: number
  readonly blobs: number
  /** The number of a half-written last line, which was cut off. */
  readonly tornLine?: number
  /** How many entries the export announced and does not hold; absent if it is whole. */
  readonly missing?: number
}

/** The text of an export, in pieces, from its start each time that it is opened. */
export type OpenExport = () => AsyncIterable<string>

/**
 * Brings an exported run into a store, under its own id. Everything is checked before anything is
 * written: each line, the chain of hashes, each blob. A half-written last line is cut off.
 *
 * Durable: all entries or none.
 *
 * @param store Where the run is to be; it must not hold one of that id.
 * @param open Opens the export; it is read twice.
 * @param terms Who imports: the run is leased meanwhile.
 * @returns What was imported, and what a torn end lost.
 * @throws {AssayError} `export-corrupt` naming the line and how many entries before it are sound,
 * `journal-format` for a newer format, `run-exists`, `lease-held`.
 */
export async function importRun(
  store: JournalStore,
  open: OpenExport,
  terms: LeaseTerms,
): Promise<Imported> {
  const checked = await checkExport(open)
  const { runId } = checked.header
  const lease = await takeLease(store, runId, terms)
  try {
    for await (const _head of store.list({ runId })) {
      throw new AssayError('run-exists', `There is a run "${runId}" already`, { runId })
    }
    for await (const { text } of linesOf(open)) {
      const line = blobIn(text)
      if (line !== undefined && checked.blobs.has(line.hash)) await store.putBlob(bytesOf(line))
    }
    const answer = await store.append(runId, checked.entries, { after: 0, token: lease.token })
    if (!answer.ok) throw leaseLost(runId)
    return imported(checked)
  } finally {
    await store.release(lease).catch(() => undefined)
  }
}

function imported({ header, entries, blobs, tornLine }: Checked): Imported {
  const missing = header.entries - entries.length
  return {
    runId: header.runId,
    entries: entries.length,
    blobs: blobs.size,
    ...(tornLine !== undefined && { tornLine }),
    ...(missing > 0 && { missing }),
  }
}

function leaseLost(runId: string): AssayError {
  return new AssayError('lease-lost', `Run "${runId}" is now driven by another process`, { runId })
}

interface Line {
  /** From 1. */
  readonly number: number
  readonly text: string
  /** Whether a line end follows; the last line of a file that was cut off has none. */
  readonly isWhole: boolean
}

async function* linesOf(open: OpenExport): AsyncGenerator<Line> {
  const splitter = lineSplitter(Number.POSITIVE_INFINITY)
  let number = 0
  for await (const piece of open()) {
    for (const text of splitter.push(piece)) {
      number += 1
      yield { number, text, isWhole: true }
    }
  }
  for (const text of splitter.end()) yield { number: number + 1, text, isWhole: false }
}

interface Checked {
  readonly header: ExportHeader
  readonly entries: readonly Entry[]
  /** The blobs that the entries refer to. */
  readonly blobs: ReadonlySet<string>
  readonly tornLine?: number
}

async function checkExport(open: OpenExport): Promise<Checked> {
  let check: ExportCheck | undefined
  for await (const line of linesOf(open)) {
    const isTorn = !line.isWhole && jsonIn(line.text) === undefined
    if (check === undefined) check = new ExportCheck(headerIn(line))
    else if (isTorn) return check.result(line.number)
    else check.add(line)
  }
  if (check === undefined) throw corrupt(1, 0, 'the file is empty')
  return check.result()
}

/** Checks an export line by line. */
class ExportCheck {
  readonly #header: ExportHeader
  readonly #entries: Entry[] = []
  readonly #found = new Set<string>()
  readonly #used = new Set<string>()
  #link = genesis

  constructor(header: ExportHeader) {
    this.#header = header
  }

  add(line: Line): void {
    const blob = blobIn(line.text)
    if (blob === undefined) this.#addEntry(line)
    else if (sha256(bytesOf(blob)) === blob.hash) this.#found.add(blob.hash)
    else throw this.#corrupt(line, `the bytes of blob ${blob.hash} are not those of its hash`)
  }

  result(tornLine?: number): Checked {
    if (this.#entries.length === 0) throw corrupt(tornLine ?? 2, 0, 'it holds no entry')
    return {
      header: this.#header,
      entries: this.#entries,
      blobs: this.#used,
      ...(tornLine !== undefined && { tornLine }),
    }
  }

  #addEntry(line: Line): void {
    const entry = this.#entryIn(line)
    const { prev, seq } = entry
    if ((seq === 1) !== (entry.type === 'run-started')) {
      throw this.#corrupt(line, `entry ${seq} cannot be "${entry.type}"`)
    }
    if (prev !== this.#link) throw this.#corrupt(line, `it does not continue entry ${seq - 1}`)
    for (const { blob } of payloadsOf(entry)) {
      if (blob === undefined) continue
      if (!this.#found.has(blob)) throw this.#corrupt(line, `no line before it holds blob ${blob}`)
      this.#used.add(blob)
    }
    this.#link = linkOf(entry)
    this.#entries.push(entry)
  }

  #entryIn(line: Line): Entry {
    const place = { runId: this.#header.runId, seq: this.#entries.length + 1 }
    try {
      return decodeEntry(line.text, place)
    } catch (error) {
      if (!AssayError.is(error, 'journal-corrupt')) throw error
      throw this.#corrupt(line, `it is not entry ${place.seq}`)
    }
  }

  #corrupt(line: Line, reason: string): AssayError {
    return corrupt(line.number, this.#entries.length, reason)
  }
}

function headerIn({ number, text }: Line): ExportHeader {
  const header = jsonIn(text) as Partial<ExportHeader> | undefined
  const { type, format = 0, journalFormat: journal = 0, runId, entries = 0 } = header ?? {}
  if (
    type !== 'assay-export' ||
    !isRunId(runId) ||
    !(format > 0) ||
    !Number.isSafeInteger(entries)
  ) {
    throw corrupt(number, 0, 'it is not the head of an export')
  }
  for (const [found, known] of [
    [format, exportFormat],
    [journal, journalFormat],
  ] as const) {
    if (found <= known) continue
    const message = `The export of run "${runId}" has format ${found}; this version knows ${known}`
    throw new AssayError('journal-format', message, { runId, format: found, known })
  }
  return { type: 'assay-export', format, journalFormat: journal, runId, entries }
}

function blobIn(text: string): ExportedBlob | undefined {
  if (!text.startsWith('{"type":"blob"')) return undefined
  const blob = jsonIn(text) as ExportedBlob | undefined
  return typeof blob?.hash === 'string' && typeof blob.base64 === 'string' ? blob : undefined
}

function bytesOf({ base64 }: ExportedBlob): Uint8Array {
  return Buffer.from(base64, 'base64')
}

function jsonIn(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

function corrupt(line: number, readable: number, reason: string): AssayError {
  const entries =
    readable === 1 ? '1 entry before it is sound' : `${readable} entries before it are sound`
  const message = `Line ${line} of the export cannot be used: ${reason}; ${entries}`
  return new AssayError('export-corrupt', message, { line, reason, readable })
}
