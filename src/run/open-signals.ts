import type { SignalAwaited } from '../journal/entry.ts'
import type { Json } from '../kernel/json.ts'
import type { Message } from '../store/journal-store.ts'
import type { MessageBody } from './message.ts'
import type { SignalFold } from './signal-fold.ts'

/** The answer to a value that is offered for a signal. */
export type Accepted =
  | { readonly ok: true; readonly value: Json | undefined }
  | { readonly ok: false; readonly issues: readonly string[] }

/** A signal that the run's code waits for in this process. */
export interface OpenSignal {
  readonly awaited: SignalAwaited
  /** Whether a value is an answer, and what the code is given for it. */
  accept(value: Json | undefined): Promise<Accepted>
  /** Writes the answer and lets the code go on. */
  answer(value: Json | undefined, messageId: string): void
  /** Writes that a value is no answer. */
  refuse(value: Json | undefined, messageId: string, issues: readonly string[]): void
}

/**
 * The signals that a run's code waits for, and what is done with the messages that answer them.
 *
 * Invariants
 *   S1  Of the messages for one signal the first that its schema accepts is taken, and no other.
 *   S2  A message for a signal that the code has not come to yet is left for later.
 */
export class OpenSignals {
  readonly #fold: SignalFold
  readonly #open = new Map<number, OpenSignal>()

  constructor(fold: SignalFold) {
    this.#fold = fold
  }

  open(signal: OpenSignal): void {
    this.#open.set(signal.awaited.seq, signal)
  }

  close({ awaited }: OpenSignal): void {
    this.#open.delete(awaited.seq)
  }

  /** Takes nothing more. */
  stop(): void {
    this.#open.clear()
  }

  /** Whether nothing has ended a signal yet. */
  isOpen({ awaited }: OpenSignal): boolean {
    return this.#open.has(awaited.seq)
  }

  /** Takes a message; `false` leaves it for later. */
  async take(
    message: Message,
    { awaited, value }: Extract<MessageBody, { kind: 'signal' }>,
  ): Promise<boolean> {
    if (this.#fold.fateOf(message.id) !== undefined) return true
    if (this.#fold.endOf(awaited) !== undefined) return true
    const signal = this.#open.get(awaited)
    if (signal === undefined) return false
    if (isLate(signal.awaited, message.at)) return true
    const accepted = await signal.accept(value)
    if (this.#open.get(awaited) !== signal) return false
    if (accepted.ok) signal.answer(accepted.value, message.id)
    else signal.refuse(value, message.id, accepted.issues)
    return true
  }
}

/** Whether an answer of this time comes after a signal's deadline. Pure. */
export function isLate({ deadlineAt = Infinity }: SignalAwaited, at: number): boolean {
  return at >= deadlineAt
}
