import type { Clock } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import type { JournalStore, Message } from '../store/journal-store.ts'
import { type MessageBody, readBody } from './message.ts'

/** How often messages of other processes are looked for, in ms. */
export const inboxPollMs: number = 250

/**
 * Hands a run's messages to its driver, the oldest first and one at a time.
 *
 * Live. Invariants
 *   M1  A message is dismissed only once the journal durably says what became of it, so that a
 *       crash in between loses nothing; who takes messages passes over those it knows.
 *   M2  A look that was asked for sees every message that was posted before it.
 */
export class Inbox {
  readonly #options: InboxOptions
  readonly #stopPolling: () => void
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined
  #stopped = false

  constructor(options: InboxOptions) {
    this.#options = options
    this.#stopPolling = options.clock.every(inboxPollMs, () => void this.look())
  }

  /** Takes what was posted until now. A store that fails is asked again at the next look. */
  look(): Promise<void> {
    if (this.#stopped) return Promise.resolve()
    if (this.#looking === undefined) return this.#start()
    this.#next ??= this.#looking.then(() => {
      this.#next = undefined
      return this.#start()
    })
    return this.#next
  }

  /** Takes nothing more. */
  stop(): void {
    this.#stopped = true
    this.#stopPolling()
  }

  #start(): Promise<void> {
    const looking = this.#takeAll()
      .catch(() => undefined)
      .finally(() => {
        if (this.#looking === looking) this.#looking = undefined
      })
    this.#looking = looking
    return looking
  }

  async #takeAll(): Promise<void> {
    const { store, runId, take, flushed } = this.#options
    const done: string[] = []
    for (const message of await store.inbox(runId)) {
      if (this.#stopped) return
      const body = readBody(message)
      if (body !== undefined && (await take(message, body))) done.push(message.id)
    }
    await this.#options.alsoLook()
    if (done.length === 0) return
    await flushed()
    crashPoint('message-taken')
    await store.dismiss(runId, done)
  }
}

export interface InboxOptions {
  readonly store: JournalStore
  readonly runId: string
  readonly clock: Clock
  /** Takes a message; `false` leaves it for later. */
  readonly take: (message: Message, body: MessageBody) => Promise<boolean>
  /** Resolves once all that was taken is durable. */
  readonly flushed: () => Promise<void>
  /** Looks after what else may have come from outside. */
  readonly alsoLook: () => Promise<void>
}
