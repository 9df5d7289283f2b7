import type { Account } from '../budget/account.ts'
import type { Draft, Entry, Identity, StepStarted } from '../journal/entry.ts'
import type { RejectedFinishCandidate } from '../journal/rejected-finish-candidate.ts'
import { recordError, reviveError } from '../journal/recorded-error.ts'
import { type Clock, nextTurn } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import type { Usage } from '../journal/usage.ts'
import { AssayError } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { Cost, Dispatched, Effect, Performed } from './effect.ts'
import type { EventHub } from './events.ts'
import type { Heartbeat } from './lease.ts'
import type { JournalWriter } from './journal-writer.ts'
import { pack, unpack } from './payload.ts'
import { ReleaseQueue } from './release-queue.ts'
import type { Recorded, ReplayIndex } from './replay-index.ts'
import { type Place, placeWithin, runAt, Scope } from './scope.ts'

/**
 * Drives one run in this process: every effect of its workflow passes here, is looked up in the
 * journal, and is brought about only when the journal does not hold it.
 *
 * Invariants
 *   D1  A `step-started`, with its reservation, is durable before its effect is dispatched, and the
 *       lease is looked at between the two.
 *   D2  A result is written before the code that waits for it goes on, and is durable before the
 *       next effect is dispatched or the run settles.
 *   D3  An effect is dispatched at most once for each `step-started`.
 *   D4  A halted driver neither writes nor dispatches, and what waits for it waits for ever.
 *   D5  Nothing but `run-reopened` follows `run-settled`.
 *
 * Not here: what effects mean (agent/, orchestrator/), how a run settles (run.ts).
 */
export class Driver {
  readonly runId: string
  readonly clock: Clock
  readonly ids: Ids
  readonly events: EventHub
  readonly account: Account
  readonly #options: DriverOptions
  readonly #top: Place
  readonly #releases = new ReleaseQueue()
  readonly #cancel = new AbortController()
  /** What the effects that threw these errors used and cost. */
  readonly #paid = new WeakMap<Error, Paid>()
  readonly #counts = { hits: 0, misses: 0, reruns: 0, unknown: 0 }
  readonly #dropped: Dropped[] = []
  readonly #rejected: RejectedFinishCandidate[] = []
  readonly #underWay = new Set<Promise<unknown>>()
  #halted = false

  constructor(options: DriverOptions) {
    this.#options = options
    this.runId = options.runId
    this.clock = options.clock
    this.ids = options.ids
    this.events = options.events
    this.account = options.account
    this.#top = { scope: Scope.top(options.index) }
  }

  /** Aborted when the run is cancelled or has ended, or the driver halts. */
  get signal(): AbortSignal {
    return this.#cancel.signal
  }

  /** Whether the run has a budget. */
  get isBudgeted(): boolean {
    return Number.isFinite(this.account.freeNanoUsd)
  }

  /** Hits, misses, reruns and ambiguous effects so far. */
  get replay(): Readonly<ReplayCounts> {
    return { ...this.#counts }
  }

  /** Work that was not done, with the reasons. */
  get dropped(): readonly Dropped[] {
    return this.#dropped
  }

  /** Finish candidates that the declared contract did not accept, in order. */
  get rejectedFinishCandidates(): readonly RejectedFinishCandidate[] {
    return this.#rejected
  }

  /** Where the code that is running now stands. */
  get place(): Place {
    return placeWithin(this.#top)
  }

  /** What the effect that threw this error used and cost. */
  paidFor(error: unknown): Paid {
    return (error instanceof Error && this.#paid.get(error)) || {}
  }

  /** Notes work that is not in the result. */
  drop(label: string, reason: string): void {
    this.#dropped.push({ label, reason })
  }

  /** Notes a finish candidate that the declared contract did not accept. */
  reject(candidate: RejectedFinishCandidate): void {
    this.#rejected.push(candidate)
  }

  /** Cancels the run: waiting effects end with `run-cancelled`. */
  cancel(reason: string): void {
    this.#cancel.abort(cancelled(reason))
  }

  /** Stops driving at once, without writing anything more. */
  halt(reason: AssayError): void {
    this.#halted = true
    this.#options.writer.halt(reason)
    this.#cancel.abort(reason)
  }

  /** Runs a run's code in the run's own place, wherever it was started from. */
  within<T>(body: () => Promise<T>): Promise<T> {
    return runAt(this.#top, body)
  }

  /**
   * Ends the effects that the run's code left behind, such as the losers of a race, so that each
   * has its own end in the journal. Resolves once they have ended, or when `most` resolves.
   */
  async drain(most: (signal: AbortSignal) => Promise<void>): Promise<void> {
    if (this.#underWay.size === 0) return
    const done = new AbortController()
    this.#cancel.abort(cancelled('its code ended without waiting for this'))
    await Promise.race([this.#allEnded(), most(done.signal).catch(() => undefined)])
    done.abort()
  }

  /** Writes how the run ended and stops driving. Resolves once it is durable. */
  settle(draft: Draft, blobs?: readonly Uint8Array[]): Promise<void> {
    this.#write(draft, blobs)
    this.stop()
    return this.#options.writer.flushed()
  }

  /** Stops driving a run that has settled: effects that still go on leave no trace. */
  stop(): void {
    this.#halted = true
    this.#cancel.abort(cancelled('it has settled'))
  }

  /**
   * Performs an effect, or returns what the journal holds of it.
   *
   * Durable.
   *
   * @param effect The effect; its key must not depend on money, clocks or labels.
   * @param from Where it stands; default: where the calling code stands.
   * @throws The recorded failure, equal in code and message on every replay.
   */
  perform<Grant>(effect: Effect<Grant>, from: Place = this.place): Promise<Performed> {
    const performed = this.#perform(effect, from)
    this.#underWay.add(performed)
    const leave = (): void => void this.#underWay.delete(performed)
    performed.then(leave, leave)
    return performed
  }

  async #perform<Grant>(effect: Effect<Grant>, from: Place): Promise<Performed> {
    const identity = from.scope.place(effect.key)
    const recorded = this.#options.index.take(identity)
    if (recorded !== undefined) this.#recall(recorded, effect.account)
    if (recorded !== undefined && !this.#isTriedAgain(recorded, effect)) {
      return this.#replay(recorded)
    }
    if (recorded !== undefined) this.#noteRerun(recorded)
    const open = recorded?.state === 'open' ? recorded.started : undefined
    if (open !== undefined && effect.whenAmbiguous === 'leave') {
      return { outcome: 'unknown', idempotencyKey: this.#idempotencyKey(identity), seq: open.seq }
    }
    if (recorded === undefined) this.#counts.misses += 1
    return this.#dispatch(effect, identity, from)
  }

  /**
   * Takes a decision once: computed the first time, read back ever after.
   *
   * Durable: the decision is written before this resolves, and is durable before any effect that
   * follows it is dispatched.
   *
   * @param decision What kind of decision it is.
   * @param about What tells it apart from others of its kind in the same place.
   * @param compute Takes it; must not perform effects of the run.
   */
  async decide(
    decision: string,
    about: Json,
    compute: () => unknown,
    from: Place = this.place,
  ): Promise<Json | undefined> {
    const identity = from.scope.place(hashOf(['decided', decision, about]))
    const recorded = this.#options.index.take(identity)
    if (recorded?.state === 'decided') {
      const { seq, value } = recorded.entry
      return this.#releases.turn(seq, unpack(value, this.#options.store))
    }
    const value = lossless(await compute(), decision)
    await this.#ready()
    const { payload, blobs } = pack(value)
    this.#write({ type: 'decided', ...identity, decision, value: payload }, blobs)
    return value
  }

  /**
   * Takes a small decision at once, such as the time of day: the first time computed, then read
   * back. Durable: before any effect that follows it is dispatched.
   */
  decideNow<T extends string | number>(decision: string, compute: () => T): T {
    if (this.#halted) throw this.signal.reason
    const identity = this.place.scope.place(hashOf(['decided', decision, null]))
    const recorded = this.#options.index.take(identity)
    if (recorded?.state === 'decided') return recorded.entry.value.json as T
    const json = compute()
    this.#write({ type: 'decided', ...identity, decision, value: { json } })
    return json
  }

  /**
   * Keeps bytes as a blob of this run. A store that fails to keep them costs nothing else.
   *
   * @returns The blob's hash, or `undefined` if the store failed.
   */
  async retain(decision: string, about: Json, bytes: Uint8Array): Promise<string | undefined> {
    const identity = this.place.scope.place(hashOf(['decided', decision, about]))
    const recorded = this.#options.index.take(identity)
    if (recorded?.state === 'decided') return recorded.entry.value.blob
    await this.#ready()
    const blob = await this.#options.store.putBlob(bytes).catch(() => undefined)
    const value = blob === undefined ? {} : { blob }
    this.#write({ type: 'decided', ...identity, decision, value })
    return blob
  }

  /** Resolves once all that was written so far is durable; never, if this driver has halted. */
  async flushed(): Promise<void> {
    try {
      await this.#options.writer.flushed()
    } catch (error) {
      if (!this.#halted) throw error
    }
    await this.#ready()
  }

  /** Writes an entry that is not an effect; for the code that settles runs. */
  write(draft: Draft, blobs?: readonly Uint8Array[]): void {
    this.#write(draft, blobs)
  }

  /**
   * What a crash cut off is tried again, and what failed if the run is to get further than it did.
   * The failure of a tool stands, since its model was told of it, and that of a `once` step too,
   * since it must not be repeated.
   */
  #isTriedAgain<Grant>(recorded: Recorded, effect: Effect<Grant>): boolean {
    if (recorded.state === 'open') return true
    if (recorded.state !== 'failed') return false
    if (recorded.ended.seq > this.#options.retryFailedUntil) return false
    return effect.kind !== 'tool' && !(effect.kind === 'step' && effect.whenAmbiguous === 'leave')
  }

  async #allEnded(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay)
      await nextTurn()
    }
  }

  /** Counts in an effect's own account what its recorded attempt cost or still holds. */
  #recall(recorded: Recorded, account: Account | undefined): void {
    if (recorded.state === 'decided') return
    const cost = recorded.state === 'open' ? 'unknown' : recorded.ended.cost
    const heldNanoUsd = cost === 'unknown' ? (recorded.started.reservedNanoUsd ?? 0) : 0
    const spentNanoUsd = typeof cost === 'number' ? cost : 0
    account?.recall({ spentNanoUsd, heldNanoUsd }, this.account)
  }

  #noteRerun(recorded: Recorded): void {
    this.#counts.reruns += 1
    if (recorded.state === 'open' && recorded.started.kind !== 'child') this.#counts.unknown += 1
  }

  async #replay(recorded: Recorded): Promise<Performed> {
    this.#counts.hits += 1
    if (recorded.state === 'decided')
      return this.#replayRefusal(recorded.entry.seq, recorded.entry.value.json)
    if (recorded.state === 'open') throw new Error('an open record is dispatched, not replayed')
    const { started, ended } = recorded
    const { usage, cost } = ended
    if (ended.type === 'step-failed') {
      await this.#releases.turn(ended.seq, Promise.resolve())
      throw this.#failure(reviveError(ended.error), paid(usage, cost))
    }
    const value = await this.#releases.turn(ended.seq, unpack(ended.output, this.#options.store))
    await this.#ready()
    return { outcome: 'done', value, seq: started.seq, replayed: true, ...paid(usage, cost) }
  }

  async #replayRefusal(seq: number, value: Json | undefined): Promise<Performed> {
    await this.#releases.turn(seq, Promise.resolve())
    return { outcome: 'refused', ...(value as { neededNanoUsd: number; freeNanoUsd: number }) }
  }

  async #dispatch<Grant>(
    effect: Effect<Grant>,
    identity: Identity,
    from: Place,
  ): Promise<Performed> {
    await this.#ready()
    this.signal.throwIfAborted()
    const admission = effect.admit?.()
    if (admission?.ok === false) return this.#refuse(effect, identity, admission)
    const reservedNanoUsd = admission?.reservedNanoUsd
    if (reservedNanoUsd !== undefined) effect.account?.reserve(reservedNanoUsd)
    const started = this.#start(effect, { identity, from, reservedNanoUsd })
    await this.flushed()
    if (!this.#options.heartbeat.holds()) {
      this.#options.onLeaseLost()
      await forever()
    }
    const idempotencyKey = this.#idempotencyKey(identity)
    const call = {
      grant: admission?.grant as Grant,
      signal: this.signal,
      idempotencyKey,
      seq: started.seq,
    }
    crashPoint('dispatch-before')
    const dispatched = await settled(() => effect.dispatch(call))
    crashPoint('dispatch-after')
    await this.#ready()
    return this.#end(effect, started, dispatched)
  }

  #start<Grant>(
    effect: Effect<Grant>,
    at: { identity: Identity; from: Place; reservedNanoUsd: number | undefined },
  ): StepStarted {
    const { kind, label, telemetry } = effect
    const { phase } = at.from
    return this.#write({
      type: 'step-started',
      ...at.identity,
      kind,
      label,
      ...(phase !== undefined && { phase }),
      ...telemetry,
      ...(at.reservedNanoUsd !== undefined && { reservedNanoUsd: at.reservedNanoUsd }),
    }) as StepStarted
  }

  async #refuse<Grant>(
    effect: Effect<Grant>,
    identity: Identity,
    refusal: { readonly neededNanoUsd: number; readonly freeNanoUsd: number },
  ): Promise<Performed> {
    const { neededNanoUsd, freeNanoUsd } = refusal
    const value = { json: { neededNanoUsd, freeNanoUsd, label: effect.label } }
    this.#write({ type: 'decided', ...identity, decision: 'budget-refused', value })
    return { outcome: 'refused', neededNanoUsd, freeNanoUsd }
  }

  /** Writes what came of a dispatch; a value that the journal cannot carry is a failure. */
  #end<Grant>(effect: Effect<Grant>, started: StepStarted, dispatched: Dispatched): Performed {
    const { usage, cost } = dispatched
    this.#settle(effect, started, cost)
    const output = keep(dispatched, started.label)
    if ('error' in output) {
      const error = recordError(output.error, started.label)
      this.#write({ type: 'step-failed', started: started.seq, error, ...paid(usage, cost) })
      throw this.#failure(reviveError(error, output.error), paid(usage, cost))
    }
    const { payload, blobs } = pack(output.value)
    const ended = { started: started.seq, output: payload, ...paid(usage, cost) }
    this.#write({ type: 'step-completed', ...ended }, blobs)
    const { value } = output
    return { outcome: 'done', value, seq: started.seq, replayed: false, ...paid(usage, cost) }
  }

  #failure(error: Error, used: Paid): Error {
    this.#paid.set(error, used)
    return error
  }

  #settle<Grant>(effect: Effect<Grant>, started: StepStarted, cost: Dispatched['cost']): void {
    const reserved = started.reservedNanoUsd ?? 0
    if (cost === 'unknown') return
    effect.account?.settle(reserved, typeof cost === 'number' ? cost : 0)
  }

  #write(draft: Draft, blobs?: readonly Uint8Array[]): Entry {
    this.#options.beforeWrite()
    const entry = this.#options.writer.write(draft, blobs)
    this.#options.onWrite(entry)
    return entry
  }

  #idempotencyKey(identity: Identity): string {
    return hashOf([this.runId, identity.scope, identity.key, identity.ordinal]).slice(0, 32)
  }

  /** Resolves at once, or never again once this driver has halted. */
  #ready(): Promise<void> {
    return this.#halted ? forever() : Promise.resolve()
  }
}

/** What the driver is given: the run's own parts, and where it reports to. */
export interface DriverOptions {
  readonly runId: string
  readonly store: JournalStore
  readonly clock: Clock
  readonly ids: Ids
  readonly account: Account
  readonly index: ReplayIndex
  readonly writer: JournalWriter
  readonly heartbeat: Heartbeat
  readonly events: EventHub
  /** Failures recorded up to this `seq` are tried again instead of replayed. */
  readonly retryFailedUntil: number
  readonly beforeWrite: () => void
  readonly onWrite: (entry: Entry) => void
  readonly onLeaseLost: () => void
}

/** What a paid call used and cost, as far as it was paid. */
export interface Paid {
  readonly usage?: Usage
  readonly cost?: Cost
}

/** How a run met its journal. */
export interface ReplayCounts {
  /** Effects that the journal held. */
  hits: number
  /** Effects that were new. */
  misses: number
  /** Effects that were tried again: cut off by a crash, or failed. */
  reruns: number
  /** Effects that were dispatched before a crash and may have happened. */
  unknown: number
}

/** A piece of work that is not in the result. */
export interface Dropped {
  readonly label: string
  readonly reason: string
}

/** The error with which a cancelled run's effects end. Pure. */
export function cancelled(reason: string): AssayError {
  return new AssayError('run-cancelled', `The run was cancelled: ${reason}`, { reason })
}

async function settled(dispatch: () => Promise<Dispatched>): Promise<Dispatched> {
  try {
    return await dispatch()
  } catch (error) {
    return { error }
  }
}

function keep(
  dispatched: Dispatched,
  name: string,
): { readonly value: Json | undefined } | { readonly error: unknown } {
  if ('error' in dispatched) return { error: dispatched.error }
  try {
    return { value: lossless(dispatched.output, name) }
  } catch (error) {
    return { error }
  }
}

function paid(usage: Usage | undefined, cost: Cost | undefined): Paid {
  return { ...(usage !== undefined && { usage }), ...(cost !== undefined && { cost }) }
}

function forever(): Promise<never> {
  return new Promise(() => undefined)
}
