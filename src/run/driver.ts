import type { Account } from '../budget/account.ts'
import type { Draft, Entry, Identity, Payload, StepStarted } from '../journal/entry.ts'
import type { RejectedFinishCandidate } from '../journal/rejected-finish-candidate.ts'
import { type Clock, nextTurn } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import { AssayError } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Json } from '../kernel/json.ts'
import { Adoptions } from './adoptions.ts'
import { type Admitted, admit, giveBack, type Refused } from './admission.ts'
import type { DailyHold } from './daily-budget.ts'
import { Decisions } from './decisions.ts'
import { endOf, settled } from './dispatched.ts'
import type { DriverOptions } from './driver-options.ts'
import type { Dispatched, Effect, Performed } from './effect.ts'
import type { EventHub } from './events.ts'
import { unpack } from './payload.ts'
import { ReleaseQueue } from './release-queue.ts'
import { OpenSignals } from './open-signals.ts'
import { amountsOf, replayed } from './replayed.ts'
import { firstPlaceOf, type Recorded, type RecordedSignal } from './replay-index.ts'
import type { Dropped, ReplayCounts } from './outcome.ts'
import { isTriedAgain, isUnknown, maybeShort } from './retry.ts'
import { type Place, placeWithin, runAt, Scope } from './scope.ts'
import { Waits } from './waits.ts'

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
  /** What the run waits for, and whether it does anything else. */
  readonly waits: Waits
  /** The signals that its code waits for. */
  readonly signals: OpenSignals
  readonly #options: DriverOptions
  readonly #top: Place
  readonly #releases = new ReleaseQueue()
  readonly #decisions: Decisions
  readonly #adoptions: Adoptions
  readonly #cancel = new AbortController()
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
    const parts = {
      index: options.index,
      releases: this.#releases,
      store: options.store,
      write: (draft: Draft, blobs?: readonly Uint8Array[]) => this.#write(draft, blobs),
      ready: () => this.#ready(),
    }
    this.#decisions = new Decisions(parts)
    this.#adoptions = new Adoptions({ ...parts, signal: this.#cancel.signal })
    this.signals = new OpenSignals(options.signals)
    this.waits = new Waits({
      clock: options.clock,
      signal: this.#cancel.signal,
      onQuiet: () => options.onQuiet(),
    })
  }

  /** Aborted when the run is cancelled or has ended, or the driver halts. */
  get signal(): AbortSignal {
    return this.#cancel.signal
  }

  /** Whether the run has settled and nothing was added to it since. */
  get isReplay(): boolean {
    return this.#options.isReplay()
  }

  /** Whether a recorded result waits for its turn. */
  get isReplaying(): boolean {
    return this.#releases.isBusy
  }

  /** How many runs there are above this one. */
  get depth(): number {
    return this.#options.depth
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
    this.#leaveOff()
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
    this.#leaveOff()
    this.#cancel.abort(cancelled('it has settled'))
  }

  /** Writes that the run waits for the outside and stops driving. Resolves once it is durable. */
  suspend(draft: Draft | undefined): Promise<void> {
    if (draft !== undefined) this.#write(draft)
    this.#leaveOff()
    this.#cancel.abort(cancelled('it is suspended'))
    return this.#options.writer.flushed()
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
    const performed =
      effect.encloses === true
        ? this.#perform(effect, from)
        : this.waits.working(() => this.#perform(effect, from))
    this.#underWay.add(performed)
    const leave = (): void => void this.#underWay.delete(performed)
    performed.then(leave, leave)
    return performed
  }

  async #perform<Grant>(effect: Effect<Grant>, from: Place): Promise<Performed> {
    const asked = from.scope.place(effect.key)
    const recorded = this.#options.index.take(asked) ?? (await this.#adopted(asked))
    const at = { asked, identity: firstPlaceOf(recorded) ?? asked, from }
    if (recorded === undefined) {
      this.#counts.misses += 1
      return this.#dispatch(effect, at)
    }
    this.#recall(recorded, effect)
    const isShort =
      maybeShort(recorded, effect, this.#options) &&
      effect.isShort?.(await unpack(recorded.ended.output, this.#options.store))
    if (isShort === true || isTriedAgain(recorded, effect, this.#options)) {
      return this.#performAgain(recorded, effect, at)
    }
    if (effect.encloses === true) this.#options.index.close(at.identity.scope)
    return this.#replay(recorded)
  }

  async #performAgain<Grant>(
    recorded: Recorded,
    effect: Effect<Grant>,
    at: Asked,
  ): Promise<Performed> {
    if (recorded.state === 'open' && effect.whenAmbiguous === 'rejoin') {
      return this.#rejoin(effect, at.identity, recorded.started)
    }
    this.#noteRerun(recorded)
    if (recorded.state !== 'decided' && isUnknown(recorded, effect, this.#options)) {
      const { seq } = recorded.started
      return { outcome: 'unknown', idempotencyKey: this.#idempotencyKey(at.identity), seq }
    }
    return this.#dispatch(effect, at)
  }

  /** What stands elsewhere of an effect that its own place does not hold. */
  async #adopted(asked: Identity): Promise<Recorded | undefined> {
    return this.#options.index.mayAdopt(asked) ? this.#adoptions.seek(asked) : undefined
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
    return this.#decisions.take(identity, decision, compute)
  }

  /**
   * Takes a small decision at once, such as the time of day: the first time computed, then read
   * back. Durable: before any effect that follows it is dispatched.
   */
  decideNow<T extends string | number>(decision: string, compute: () => T): T {
    if (this.#halted) throw this.signal.reason
    const identity = this.place.scope.place(hashOf(['decided', decision, null]))
    return this.#decisions.takeNow(identity, decision, compute)
  }

  /**
   * Keeps bytes as a blob of this run. A store that fails to keep them costs nothing else.
   *
   * @returns The blob's hash, or `undefined` if the store failed.
   */
  async retain(decision: string, about: Json, bytes: Uint8Array): Promise<string | undefined> {
    const identity = this.place.scope.place(hashOf(['decided', decision, about]))
    return this.#decisions.retain(identity, decision, bytes)
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

  /** Writes an entry that is not an effect. */
  write(draft: Draft, blobs?: readonly Uint8Array[]): Entry {
    return this.#write(draft, blobs)
  }

  /** Resolves when an effect may be announced; never, if this driver has halted. */
  async mayWrite(): Promise<void> {
    await this.#ready()
    this.signal.throwIfAborted()
  }

  /** Hands out what the journal holds of a signal, once; one that is to be asked again is new. */
  takeSignal(identity: Identity): RecordedSignal | undefined {
    const recorded = this.#options.index.takeSignal(identity)
    const { ended } = recorded ?? {}
    const isFailed = ended?.type === 'signal-expired' && ended.value === undefined
    if (isFailed && ended.seq <= this.#options.retryFailedUntil) {
      this.#counts.reruns += 1
      return undefined
    }
    if (ended !== undefined) this.#counts.hits += 1
    if (recorded === undefined) this.#counts.misses += 1
    return recorded
  }

  /** Resolves with a value when it is the turn of the entry that holds it. */
  async inTurn<T>(seq: number, value: Promise<T>): Promise<T> {
    const released = await this.#releases.turn(seq, value)
    await this.#ready()
    return released
  }

  /** Reads a payload that is durable. */
  read(payload: Payload): Promise<Json | undefined> {
    return unpack(payload, this.#options.store)
  }

  /** Takes the messages that were posted until now. */
  lookForMessages(): Promise<void> {
    return this.#options.lookForMessages()
  }

  async #allEnded(): Promise<void> {
    while (this.#underWay.size > 0) {
      await Promise.allSettled(this.#underWay)
      await nextTurn()
    }
  }

  /** Counts in an effect's own account what its recorded attempt cost or still holds. */
  #recall<Grant>(recorded: Recorded, { account, recalled }: Effect<Grant>): void {
    if (recorded.state === 'decided') return
    if (recorded.started.seq > this.#options.forkedAt) {
      recalled?.(recorded.started, recorded.state === 'open' ? undefined : recorded.ended)
    }
    account?.recall(amountsOf(recorded), this.account)
  }

  #noteRerun(recorded: Recorded): void {
    this.#counts.reruns += 1
    if (recorded.state === 'open' && recorded.started.kind !== 'child') this.#counts.unknown += 1
  }

  async #replay(recorded: Recorded): Promise<Performed> {
    if (recorded.state === 'open') throw new Error('an open record is dispatched, not replayed')
    this.#counts.hits += 1
    const { store } = this.#options
    const performed = await replayed(recorded, { releases: this.#releases, store })
    await this.#ready()
    return performed
  }

  async #dispatch<Grant>(
    effect: Effect<Grant>,
    { asked, identity, from }: Asked,
  ): Promise<Performed> {
    await this.mayWrite()
    if (effect.encloses !== true) await this.#withheld()
    const admission = await this.#admitted(effect)
    if (!admission.ok) return this.#refuse(effect, asked, admission)
    const { reservedNanoUsd } = admission
    const started = this.#start(effect, { identity, from, reservedNanoUsd })
    await this.flushed()
    const { grant } = admission
    const dispatched = await this.#bringAbout(effect, { identity, started, grant })
    if (admission.hold !== undefined) this.#settleDay(admission.hold, dispatched.cost)
    return this.#end(effect, started, dispatched)
  }

  /** Goes on with an effect under the announcement that stands. */
  async #rejoin<Grant>(
    effect: Effect<Grant>,
    identity: Identity,
    started: StepStarted,
  ): Promise<Performed> {
    await this.mayWrite()
    await this.#withheld()
    const grant = undefined as Grant
    const dispatched = await this.#bringAbout(effect, { identity, started, grant })
    try {
      return this.#end(effect, started, dispatched)
    } finally {
      await this.inTurn(this.#options.writer.lastSeq, Promise.resolve())
    }
  }

  /** Resolves at once, or never where nothing may be brought about. */
  async #withheld(): Promise<void> {
    if (this.#options.withholds === true) await this.waits.park({ pending: [] }, forever())
  }

  async #bringAbout<Grant>(
    effect: Effect<Grant>,
    at: { readonly identity: Identity; readonly started: StepStarted; readonly grant: Grant },
  ): Promise<Dispatched> {
    const { identity, started, grant } = at
    if (!this.#options.heartbeat.holds()) {
      this.#options.onLeaseLost()
      await forever()
    }
    const idempotencyKey = this.#idempotencyKey(identity)
    const call = { grant, signal: this.signal, idempotencyKey, seq: started.seq, started }
    crashPoint('dispatch-before')
    const dispatched = await settled(() => effect.dispatch(call))
    crashPoint('dispatch-after')
    await this.#ready()
    return dispatched
  }

  /** Sets aside what an effect may cost, unless the run ends while the day's cap is asked. */
  async #admitted<Grant>(effect: Effect<Grant>): Promise<Admitted<Grant> | Refused> {
    const { daily } = this.#options
    const admission = await admit(effect, daily)
    if (admission.ok && this.signal.aborted) giveBack(effect, admission, daily)
    await this.#ready()
    this.signal.throwIfAborted()
    return admission
  }

  #settleDay(hold: DailyHold, cost: Dispatched['cost']): void {
    if (cost !== 'unknown') this.#options.daily?.settle(hold, typeof cost === 'number' ? cost : 0)
  }

  #start<Grant>(
    effect: Effect<Grant>,
    at: { identity: Identity; from: Place; reservedNanoUsd: number | undefined },
  ): StepStarted {
    const { identity, from, reservedNanoUsd } = at
    const { kind, label, telemetry, announce } = effect
    const { phase } = from
    return this.#write({
      type: 'step-started',
      ...identity,
      kind,
      label,
      ...(phase !== undefined && { phase }),
      ...telemetry,
      ...announce?.(this.#idempotencyKey(identity)),
      ...(reservedNanoUsd !== undefined && { reservedNanoUsd }),
    }) as StepStarted
  }

  async #refuse<Grant>(
    effect: Effect<Grant>,
    identity: Identity,
    { ok: _ok, ...refusal }: Refused,
  ): Promise<Performed> {
    const value = { json: { ...refusal, label: effect.label } }
    this.#write({ type: 'decided', ...identity, decision: 'budget-refused', value })
    return { outcome: 'refused', ...refusal }
  }

  /** Writes what came of a dispatch; a value that the journal cannot carry is a failure. */
  #end<Grant>(effect: Effect<Grant>, started: StepStarted, dispatched: Dispatched): Performed {
    this.#settle(effect, started, dispatched.cost)
    const end = endOf(started, dispatched)
    this.#write(end.draft, end.blobs)
    if ('error' in end) throw end.error
    return end.performed
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
    this.waits.move()
    return entry
  }

  /** From here on what waits for this driver waits for ever. */
  #leaveOff(): void {
    this.#halted = true
    this.waits.stop()
    this.signals.stop()
  }

  #idempotencyKey(identity: Identity): string {
    return hashOf([this.runId, identity.scope, identity.key, identity.ordinal]).slice(0, 32)
  }

  /** Resolves at once, or never again once this driver has halted. */
  #ready(): Promise<void> {
    return this.#halted ? forever() : Promise.resolve()
  }
}

/** Where an effect is asked for, and the identity that it has: an adopted one keeps its first. */
interface Asked {
  readonly asked: Identity
  readonly identity: Identity
  readonly from: Place
}

/** The error with which a cancelled run's effects end. Pure. */
export function cancelled(reason: string): AssayError {
  return new AssayError('run-cancelled', `The run was cancelled: ${reason}`, { reason })
}

function forever(): Promise<never> {
  return new Promise(() => undefined)
}
