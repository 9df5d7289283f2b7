import { encodeEntry, linkOf } from '../journal/codec.ts'
import { type Draft, type Entry, genesis } from '../journal/entry.ts'
import { type Clock, nextTurn } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import { AssayError } from '../kernel/error.ts'
import type { JournalStore } from '../store/journal-store.ts'

/**
 * The one writer of a run's journal. It gives entries their place and link at once, and makes them
 * durable in batches: whatever is written in one turn of the event loop shares one append.
 *
 * Invariants
 *   W1  Entries reach the store in `seq` order; an append is in flight for one batch at a time.
 *   W2  A batch that the store failed to write is written again as it is, never composed anew.
 *   W3  After a refusal nothing more is appended, and all that waits is told.
 *   W4  An entry is what it was when it was written, whatever becomes of the values in it.
 */
export class JournalWriter {
  readonly #options: JournalWriterOptions
  #inFlight: Promise<void> = Promise.resolve()
  #seq: number
  #last: Entry | undefined
  #batch: Batch = newBatch()
  #scheduled = false
  #broken: AssayError | undefined

  constructor(options: JournalWriterOptions) {
    this.#options = options
    this.#seq = options.last?.seq ?? 0
    this.#last = options.last
  }

  /** `seq` of the last entry that was written. */
  get lastSeq(): number {
    return this.#seq
  }

  /**
   * Gives a draft its place in the journal. It is durable when `flushed()` next resolves.
   *
   * @param draft The entry to write.
   * @param blobs Payloads that it refers to; they are kept before it is.
   * @throws {AssayError} `value-not-lossless` if it holds what could not be read back.
   */
  write(draft: Draft, blobs: readonly Uint8Array[] = []): Entry {
    if (this.#broken !== undefined) throw this.#broken
    const prev = this.#last === undefined ? genesis : linkOf(this.#last)
    const entry = { ...draft, seq: this.#seq + 1, at: this.#options.clock.now(), prev } as Entry
    encodeEntry(entry)
    this.#seq = entry.seq
    this.#last = entry
    this.#batch.entries.push(entry)
    this.#batch.blobs.push(...blobs)
    if (!this.#scheduled) void this.#writeAll()
    return entry
  }

  /** Resolves once all that was written so far is durable. */
  flushed(): Promise<void> {
    if (this.#broken !== undefined) return Promise.reject(this.#broken)
    return this.#batch.entries.length === 0 ? this.#inFlight : this.#batch.done.promise
  }

  /** Stops writing: what is not yet durable is not written. */
  halt(reason: AssayError): void {
    this.#broken ??= reason
    this.#batch.done.reject(this.#broken)
  }

  async #writeAll(): Promise<void> {
    this.#scheduled = true
    while (this.#batch.entries.length > 0 && this.#broken === undefined) {
      await nextTurn()
      const batch = this.#batch
      this.#batch = newBatch()
      this.#inFlight = batch.done.promise
      await this.#append(batch)
    }
    this.#scheduled = false
  }

  async #append(batch: Batch): Promise<void> {
    try {
      await this.#appendWithRetries(batch)
      batch.done.resolve()
      for (const entry of batch.entries) this.#options.onDurable(entry)
    } catch (error) {
      this.#break(error, batch)
    }
  }

  async #appendWithRetries(batch: Batch): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await this.#appendOnce(batch, attempt > 1)
        return
      } catch (error) {
        if (!AssayError.is(error, 'store-failed') || attempt >= maxAttempts) throw error
        await this.#options.clock.sleep(retryAfterMs * attempt)
        if (this.#broken !== undefined) throw this.#broken
      }
    }
  }

  async #appendOnce(batch: Batch, again: boolean): Promise<void> {
    const { store, runId, token } = this.#options
    await Promise.all(batch.blobs.map((blob) => store.putBlob(blob)))
    crashPoint('append-before')
    const after = (batch.entries[0]?.seq ?? 1) - 1
    const appended = await store.append(runId, batch.entries, { after, token })
    crashPoint('append-after')
    if (appended.ok) return
    // A commit can succeed and still be reported as failed: the second try then finds its entries.
    const written = again && appended.reason === 'conflict'
    if (!written || appended.lastSeq !== batch.entries.at(-1)?.seq) throw lostLease(runId)
  }

  #break(error: unknown, batch: Batch): void {
    this.#broken ??= AssayError.is(error) ? error : storeFailed(error)
    batch.done.reject(this.#broken)
    this.#batch.done.reject(this.#broken)
    this.#options.onBroken(this.#broken)
  }
}

export interface JournalWriterOptions {
  readonly store: JournalStore
  readonly runId: string
  /** Fencing token of the lease that permits writing. */
  readonly token: number
  readonly clock: Clock
  /** The journal's last entry; absent for a new run. */
  readonly last?: Entry
  readonly onDurable: (entry: Entry) => void
  readonly onBroken: (error: AssayError) => void
}

const maxAttempts = 5
const retryAfterMs = 50

interface Batch {
  readonly entries: Entry[]
  readonly blobs: Uint8Array[]
  readonly done: PromiseWithResolvers<void>
}

function newBatch(): Batch {
  const done = Promise.withResolvers<void>()
  // A batch that nothing waits for may fail: the driver hears of it through `onBroken`.
  done.promise.catch(() => undefined)
  return { entries: [], blobs: [], done }
}

function lostLease(runId: string): AssayError {
  return new AssayError('lease-lost', `Run "${runId}" is now driven by another process`, { runId })
}

function storeFailed(error: unknown): AssayError {
  const reason = error instanceof Error ? error.message : String(error)
  return new AssayError(
    'store-failed',
    `The store failed to append: ${reason}`,
    {
      operation: 'append',
      reason,
    },
    { cause: error },
  )
}
