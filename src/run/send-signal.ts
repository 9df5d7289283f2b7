import type { SignalAwaited } from '../journal/entry.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import { lossless } from '../kernel/lossless.ts'
import type { JournalStore, Message } from '../store/journal-store.ts'
import type { RunEnvironment } from './active-run.ts'
import { refuses } from './json-schema.ts'
import { bodyOf, readBody } from './message.ts'
import { isLate } from './open-signals.ts'
import { unpack } from './payload.ts'
import { SignalFold } from './signal-fold.ts'

/** Whether a value was taken as the answer to a signal. */
export type SignalAnswer =
  | { readonly ok: true }
  | {
      readonly ok: false
      readonly reason: 'unknown-run' | 'not-awaited' | 'already-answered' | 'settled' | 'invalid'
    }

/** An answer to a signal. */
export interface SentSignal {
  readonly runId: string
  readonly key: string
  readonly value: unknown
  /** Lets the drivers of this process take what was posted. */
  nudge(runId: string): Promise<void>
}

/**
 * Answers a signal that a run awaits, whichever process drives the run, or none.
 *
 * Durable: the answer is kept before this resolves, and taken once. The first one wins.
 *
 * @throws {AssayError} `value-not-lossless` before anything is kept.
 */
export async function sendSignal(
  { store, clock, ids }: RunEnvironment,
  { runId, key, value: given, nudge }: SentSignal,
): Promise<SignalAnswer> {
  const value = lossless(given, 'value')
  const state = new SignalState(store, runId)
  const found = await state.find(key, clock.now())
  if ('reason' in found) return { ok: false, reason: found.reason }
  const { seq: awaited, schema } = found.awaited
  if (refuses(schema && (await unpack(schema, store)), value))
    return { ok: false, reason: 'invalid' }
  const id = ids.uuid()
  const body = bodyOf({ kind: 'signal', awaited, ...(value !== undefined && { value }) })
  await store.post(runId, { id, at: clock.now(), body })
  crashPoint('message-posted')
  await nudge(runId)
  const reason = await state.whyNot(awaited, id)
  if (reason === undefined) return { ok: true }
  await store.dismiss(runId, [id])
  return { ok: false, reason }
}

type Reason = Extract<SignalAnswer, { ok: false }>['reason']

/** What a run's journal and messages say of its signals, read on as they grow. */
class SignalState {
  readonly #store: JournalStore
  readonly #runId: string
  readonly #fold = new SignalFold()
  #lastSeq = 0
  #isSettled = false

  constructor(store: JournalStore, runId: string) {
    this.#store = store
    this.#runId = runId
  }

  /** The signal that an answer under a key is for. */
  async find(
    key: string,
    now: number,
  ): Promise<{ readonly awaited: SignalAwaited } | { readonly reason: Reason }> {
    const messages = await this.#store.inbox(this.#runId)
    await this.#readOn()
    const answered = this.#firstOf(messages)
    if (this.#lastSeq === 0) return { reason: 'unknown-run' }
    if (this.#isSettled) return { reason: 'settled' }
    const open = this.#fold.open.filter((each) => each.name === key && !isLate(each, now))
    const awaited = open.find(({ seq }) => !answered.has(seq))
    if (awaited !== undefined) return { awaited }
    const isAnswered = open.length > 0 || this.#fold.lastEndOf(key) === 'answered'
    return { reason: isAnswered ? 'already-answered' : 'not-awaited' }
  }

  /** Why a message was not, or will not be, the answer to its signal. */
  async whyNot(awaited: number, messageId: string): Promise<Reason | undefined> {
    const messages = await this.#store.inbox(this.#runId)
    await this.#readOn()
    const fate = this.#fold.fateOf(messageId)
    if (fate !== undefined) return fate === 'received' ? undefined : 'invalid'
    if (this.#isSettled) return 'settled'
    const end = this.#fold.endOf(awaited)
    if (end !== undefined) return end === 'answered' ? 'already-answered' : 'not-awaited'
    return this.#firstOf(messages).get(awaited) === messageId ? undefined : 'already-answered'
  }

  /** The first message that waits to be taken for each signal. */
  #firstOf(messages: readonly Message[]): ReadonlyMap<number, string> {
    const first = new Map<number, string>()
    for (const message of messages) {
      const body = readBody(message)
      if (body?.kind !== 'signal' || first.has(body.awaited)) continue
      if (this.#fold.fateOf(message.id) === 'refused') continue
      first.set(body.awaited, message.id)
    }
    return first
  }

  async #readOn(): Promise<void> {
    for await (const entry of this.#store.read(this.#runId, this.#lastSeq + 1)) {
      this.#lastSeq = entry.seq
      this.#fold.add(entry)
      if (entry.type === 'run-settled') this.#isSettled = true
      if (entry.type === 'run-reopened') this.#isSettled = false
    }
  }
}
