import type { Entry, SignalAwaited } from '../journal/entry.ts'

/** How an awaited signal ended. */
export type SignalEnd = 'answered' | 'expired'

/** Folds a journal into the signals that its run awaits, one entry at a time. */
export class SignalFold {
  /** By the `seq` of their `signal-awaited`, in that order. */
  readonly #open = new Map<number, SignalAwaited>()
  readonly #ended = new Map<number, SignalEnd>()
  readonly #endsByName = new Map<string, SignalEnd>()
  /** What became of each message that was taken. */
  readonly #messages = new Map<string, 'received' | 'refused'>()

  /** Takes in the next entry. */
  add(entry: Entry): void {
    if (entry.type === 'signal-awaited') this.#open.set(entry.seq, entry)
    if (entry.type === 'signal-expired') this.#end(entry.awaited, 'expired')
    if (entry.type === 'signal-refused') this.#messages.set(entry.messageId, 'refused')
    if (entry.type === 'signal-received') {
      this.#messages.set(entry.messageId, 'received')
      this.#end(entry.awaited, 'answered')
    }
  }

  /** The signals that are awaited, the first first. */
  get open(): readonly SignalAwaited[] {
    return [...this.#open.values()]
  }

  /** How a signal ended; `undefined` while it is awaited. */
  endOf(awaited: number): SignalEnd | undefined {
    return this.#ended.get(awaited)
  }

  /** How the last signal of a name ended. */
  lastEndOf(name: string): SignalEnd | undefined {
    return this.#endsByName.get(name)
  }

  /** What became of a message; `undefined` for one that was not taken. */
  fateOf(messageId: string): 'received' | 'refused' | undefined {
    return this.#messages.get(messageId)
  }

  #end(awaited: number, end: SignalEnd): void {
    const { name } = this.#open.get(awaited) ?? {}
    this.#open.delete(awaited)
    this.#ended.set(awaited, end)
    if (name !== undefined) this.#endsByName.set(name, end)
  }
}
