import type { Entry } from '../journal/entry.ts'
import type { Json } from '../kernel/json.ts'

/** What a run tells while it goes on. Entries are durable when they are told; the rest is live. */
export type RunEvent =
  | { readonly type: 'entry'; readonly seq: number; readonly entry: Entry }
  /** A piece of a model's reply as it streams. */
  | { readonly type: 'delta'; readonly agent: string; readonly text: string }
  | {
      readonly type: 'log'
      readonly level: LogLevel
      readonly message: string
      readonly data?: Json
    }
  /** A slow reader missed this many events; the entries among them stand in the journal. */
  | {
      readonly type: 'skipped'
      readonly count: number
      readonly firstSeq?: number
      readonly lastSeq?: number
    }

/** How much a log line matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

const mostWaiting = 1024

/**
 * Hands a run's events to any number of readers. A reader that falls behind never blocks the run
 * and never holds more than 1,024 events: it is told what it skipped.
 */
export class EventHub {
  readonly #readers = new Set<Reader>()
  #closed = false

  /** Tells every reader. */
  emit(event: RunEvent): void {
    for (const reader of this.#readers) reader.push(event)
  }

  /** Ends every reader's iteration once it has read what waits. */
  close(): void {
    this.#closed = true
    for (const reader of this.#readers) reader.end()
    this.#readers.clear()
  }

  /** Events from now on, until the hub is closed or `signal` aborts. */
  read(signal?: AbortSignal): AsyncIterable<RunEvent> {
    const end = (): void => reader.end()
    const reader = new Reader((each) => {
      this.#readers.delete(each)
      signal?.removeEventListener('abort', end)
    })
    signal?.addEventListener('abort', end, { once: true })
    if (this.#closed) reader.end()
    else this.#readers.add(reader)
    return reader
  }
}

class Reader implements AsyncIterable<RunEvent> {
  readonly #leave: (reader: Reader) => void
  #waiting: RunEvent[] = []
  #skipped: { count: number; firstSeq?: number; lastSeq?: number } = { count: 0 }
  #wake: PromiseWithResolvers<void> | undefined
  #ended = false

  constructor(leave: (reader: Reader) => void) {
    this.#leave = leave
  }

  push(event: RunEvent): void {
    if (this.#waiting.length >= mostWaiting) this.#skip(this.#waiting.shift())
    this.#waiting.push(event)
    this.#wakeAll()
  }

  end(): void {
    this.#ended = true
    this.#wakeAll()
  }

  async *[Symbol.asyncIterator](): AsyncIterator<RunEvent> {
    try {
      for (;;) {
        yield* this.#drain()
        if (this.#ended && this.#waiting.length === 0) return
        if (this.#waiting.length === 0) await this.#woken()
      }
    } finally {
      this.#leave(this)
      this.end()
    }
  }

  *#drain(): Iterable<RunEvent> {
    const events = this.#waiting
    this.#waiting = []
    const skipped = this.#skipped
    this.#skipped = { count: 0 }
    if (skipped.count > 0) yield { type: 'skipped', ...skipped }
    yield* events
  }

  /** Resolves at the next event or the end, for every iteration that waits. */
  #woken(): Promise<void> {
    this.#wake ??= Promise.withResolvers<void>()
    return this.#wake.promise
  }

  #wakeAll(): void {
    this.#wake?.resolve()
    this.#wake = undefined
  }

  #skip(event: RunEvent | undefined): void {
    this.#skipped.count += 1
    if (event?.type !== 'entry') return
    this.#skipped.firstSeq ??= event.seq
    this.#skipped.lastSeq = event.seq
  }
}
