import { Account } from '../budget/account.ts'
import { type Entry, journalFormat, type WorkflowSource } from '../journal/entry.ts'
import { recordError } from '../journal/recorded-error.ts'
import type { Pending } from '../journal/pending.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Clock } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import { AssayError } from '../kernel/error.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { JournalStore, Lease, Message, Owner } from '../store/journal-store.ts'
import type { DailyBudget } from './daily-budget.ts'
import { cancelled, Driver } from './driver.ts'
import { EventHub, type RunEvent } from './events.ts'
import { Generation } from './generation.ts'
import { Inbox } from './inbox.ts'
import { JournalWriter } from './journal-writer.ts'
import { Heartbeat, takeLease } from './lease.ts'
import { type LoadedJournal, loadJournal } from './loaded-journal.ts'
import type { MessageBody } from './message.ts'
import type { Ending, RunOutcome } from './outcome.ts'
import { patiently } from './patience.ts'
import { pack, unpack } from './payload.ts'

/** What a run needs from the process that drives it. */
export interface RunEnvironment {
  readonly store: JournalStore
  readonly clock: Clock
  readonly ids: Ids
  readonly owner: Owner
  /** How long a run stays ours without a heartbeat. */
  readonly leaseTtlMs: number
  /** The cap that all runs of the store share; absent without one. */
  readonly daily?: DailyBudget
}

/** A run to be started, or with only its id one to be resumed. */
export interface RunPlan {
  readonly runId: string
  readonly start?: {
    readonly workflow: string
    readonly args: Json | undefined
    readonly budgetNanoUsd?: number
    readonly source?: WorkflowSource
    /** The run that starts it, for a child run. */
    readonly parent?: { readonly runId: string; readonly depth: number }
  }
  readonly budgetNanoUsd?: number
  /** The workflow's own code. */
  readonly body: (driver: Driver, journal: LoadedJournal) => Promise<unknown>
  /** There is no code: the run is only ended, if it has not settled. */
  readonly endsOnly?: true
}

/**
 * A run that this process drives, from its lease to its settlement.
 *
 * Invariants
 *   R1  `run-settled` is durable before an outcome is handed out.
 *   R2  After a halt nothing is written, and the lease is given back only if it is still ours.
 *   R3  A settled run is reopened by the first entry that its replay adds, never by a replay alone.
 *   R4  A run that was told to end settles as `cancelled`, in this process or in a later one.
 *   R5  A run that only waits is let go: `run-suspended` is durable, then its lease is given back.
 */
export class ActiveRun {
  readonly runId: string
  readonly result: Promise<RunOutcome>
  readonly #environment: RunEnvironment
  readonly #plan: RunPlan
  readonly #events = new EventHub()
  readonly #halted = Promise.withResolvers<never>()
  readonly #cancelRequest = Promise.withResolvers<string>()
  readonly #suspended = Promise.withResolvers<RunOutcome>()
  #cancelReason: string | undefined
  #inbox: Inbox | undefined
  #haltReason: AssayError | undefined
  #settling = false
  #driver: Driver | undefined
  #writer: JournalWriter | undefined
  #generation: Generation | undefined

  constructor(environment: RunEnvironment, plan: RunPlan) {
    this.runId = plan.runId
    this.#environment = environment
    this.#plan = plan
    this.#halted.promise.catch(() => undefined)
    this.#suspended.promise.catch(() => undefined)
    this.result = this.#live().finally(() => this.#events.close())
    // Whoever awaits the result hears of its rejection; a run that nobody awaits ends no process.
    this.result.catch(() => undefined)
  }

  /** Events from now on. */
  get events(): AsyncIterable<RunEvent> {
    return this.#events.read()
  }

  /** Events from now on, until `signal` aborts. */
  eventsUntil(signal: AbortSignal | undefined): AsyncIterable<RunEvent> {
    return this.#events.read(signal)
  }

  /** What it waits for, while it goes on. */
  get pending(): readonly Pending[] {
    return this.#driver?.waits.pending ?? []
  }

  /** Asks the run to end as `cancelled`. `false` if it is too late. */
  cancel(reason: string, messageId?: string): boolean {
    if (this.#settling) return false
    if (this.#cancelReason !== undefined) return true
    this.#cancelReason = reason
    this.#cancelRequest.resolve(reason)
    if (this.#driver !== undefined) this.#heedCancel(this.#driver, reason, messageId)
    return true
  }

  /** Takes what was posted to it until now. */
  async look(): Promise<void> {
    await this.#inbox?.look()
  }

  /** Resolves once all that it wrote is durable, or cannot be. */
  async flushed(): Promise<void> {
    await this.#writer?.flushed().catch(() => undefined)
  }

  /** Stops driving at once and leaves the run to be resumed. */
  halt(reason: AssayError): void {
    this.#haltReason ??= reason
    this.#driver?.halt(reason)
    this.#halted.reject(reason)
  }

  async #live(): Promise<RunOutcome> {
    const { store, clock } = this.#environment
    const lease = await patiently(clock, () => takeLease(store, this.runId, this.#environment))
    const journal = await this.#loaded(lease)
    const heartbeat = this.#keepAlive(lease)
    try {
      return await Promise.race([this.#drive(journal, heartbeat), this.#halted.promise])
    } finally {
      this.#inbox?.stop()
      await heartbeat.stop()
    }
  }

  async #loaded(lease: Lease): Promise<LoadedJournal> {
    const { store, clock } = this.#environment
    try {
      const journal = await patiently(clock, () => loadJournal(store, this.runId))
      if (this.#plan.start !== undefined && journal.last !== undefined) {
        throw new AssayError('run-exists', `There is a run "${this.runId}" already`, {
          runId: this.runId,
        })
      }
      return journal
    } catch (error) {
      await store.release(lease)
      throw error
    }
  }

  #keepAlive(lease: Lease): Heartbeat {
    const { store, clock, leaseTtlMs } = this.#environment
    const onLost = (): void => this.halt(leaseLost(this.runId))
    return new Heartbeat({ store, clock, lease, leaseTtlMs, onLost })
  }

  async #drive(journal: LoadedJournal, heartbeat: Heartbeat): Promise<RunOutcome> {
    const isFinal = journal.settled?.status === 'cancelled' || this.#plan.endsOnly === true
    if (journal.settled !== undefined && isFinal) {
      return (await unpack(
        journal.settled.outcome,
        this.#environment.store,
      )) as unknown as RunOutcome
    }
    if (this.#haltReason !== undefined) throw this.#haltReason
    const { driver, generation } = this.#open(journal, heartbeat)
    return Promise.race([this.#driveToEnd(driver, journal, generation), this.#suspended.promise])
  }

  async #driveToEnd(
    driver: Driver,
    journal: LoadedJournal,
    generation: Generation,
  ): Promise<RunOutcome> {
    const ending = await this.#ended(driver, journal)
    crashPoint('settle-before')
    const outcome = outcomeOf(ending, driver, journal)
    if (await generation.isSettledAs(outcome, this.#environment.store)) {
      driver.stop()
      return outcome
    }
    if (this.#cancelReason === undefined) return this.#settle(driver, outcome, journal)
    const cancelledOutcome = outcomeOf(cancelledEnding(this.#cancelReason), driver, journal)
    return this.#settle(driver, cancelledOutcome, journal)
  }

  /** Opens the run for its code: its driver, its messages, and what it was told before. */
  #open(journal: LoadedJournal, heartbeat: Heartbeat): Opened {
    const generation = new Generation(journal)
    const driver = this.#openDriver(journal, heartbeat, generation)
    const { store, clock } = this.#environment
    this.#begin(driver)
    this.#generation = generation
    this.#driver = driver
    const recorded = journal.cancelRequested
    if (recorded !== undefined) {
      this.#cancelReason ??= recorded.reason
      this.#cancelRequest.resolve(this.#cancelReason)
      driver.cancel(this.#cancelReason)
    } else if (this.#cancelReason !== undefined) this.#heedCancel(driver, this.#cancelReason)
    this.#inbox = new Inbox({
      store,
      runId: this.runId,
      clock,
      take: (message, body) => this.#take(message, body, { driver, journal, generation }),
      flushed: () => this.#writer?.flushed() ?? Promise.resolve(),
      alsoLook: () => driver.waits.look(),
    })
    void this.#inbox.look()
    return { driver, generation }
  }

  async #take(
    message: Message,
    body: MessageBody,
    { driver, journal, generation }: Opened & { readonly journal: LoadedJournal },
  ): Promise<boolean> {
    if (body.kind === 'signal') return !generation.isReplay && driver.signals.take(message, body)
    return body.after <= journal.settledAt || this.cancel(body.reason, message.id)
  }

  /** Writes that the run is to end, unless all that it does is replay its end. */
  #heedCancel(driver: Driver, reason: string, messageId?: string): void {
    if (this.#generation?.isReplay === false) {
      const from = messageId === undefined ? {} : { messageId }
      driver.write({ type: 'cancel-requested', reason, ...from })
    }
    driver.cancel(reason)
  }

  /** Lets go of a run that only waits, unless what it waits for comes soon, or came just now. */
  async #onQuiet(driver: Driver, journal: LoadedJournal, generation: Generation): Promise<void> {
    const { waits, clock } = driver
    if (generation.isReplay && this.#writer !== undefined) {
      generation.open(this.#writer)
      waits.ringDue()
    }
    const { moves } = waits
    await this.#inbox?.look()
    if (moves !== waits.moves || this.#settling || this.#cancelReason !== undefined) return
    if (waits.dueAt - clock.now() <= holdMs) return
    this.#settling = true
    this.#suspended.resolve(this.#suspend(driver, journal))
  }

  async #suspend(driver: Driver, journal: LoadedJournal): Promise<RunOutcome> {
    const { pending } = driver.waits
    const { last, costs } = journal
    const isSame =
      last?.type === 'run-suspended' &&
      last.seq === this.#writer?.lastSeq &&
      canonicalJson(last.pending as unknown as Json) === canonicalJson(pending as unknown as Json)
    const outcome = outcomeOf({ status: 'suspended', pending }, driver, journal)
    crashPoint('suspend-before')
    const costNanoUsd = costs.totalNanoUsd
    await driver.suspend(isSame ? undefined : { type: 'run-suspended', pending, costNanoUsd })
    crashPoint('suspend-after')
    return outcome
  }

  #openDriver(journal: LoadedJournal, heartbeat: Heartbeat, generation: Generation): Driver {
    const { store, clock, ids } = this.#environment
    const writer = (this.#writer = new JournalWriter({
      store,
      runId: this.runId,
      token: heartbeat.lease.token,
      clock,
      ...(journal.last !== undefined && { last: journal.last }),
      onDurable: (entry) => this.#tell(entry),
      onBroken: (error) => this.halt(error),
    }))
    const account = new Account(this.#plan.budgetNanoUsd ?? Number.POSITIVE_INFINITY)
    const { spentNanoUsd, heldNanoUsd } = journal.costs
    account.recall({ spentNanoUsd, heldNanoUsd })
    const { signals, started } = journal
    const driver: Driver = new Driver({
      runId: this.runId,
      store,
      clock,
      ids,
      account,
      index: journal.index,
      writer,
      heartbeat,
      events: this.#events,
      retryFailedUntil: journal.failedAt,
      retryRefusedUntil: journal.endedShortAt,
      forkedAt: journal.forkedAt,
      daily: this.#environment.daily,
      signals,
      depth: (this.#plan.start ?? started)?.parent?.depth ?? 0,
      onWrite: (entry) => {
        journal.costs.add(entry)
        signals.add(entry)
      },
      beforeWrite: () => generation.open(writer),
      onLeaseLost: () => this.halt(leaseLost(this.runId)),
      onQuiet: () => void this.#onQuiet(driver, journal, generation),
      isReplay: () => generation.isReplay,
      lookForMessages: () => this.look(),
    })
    return driver
  }

  #begin(driver: Driver): void {
    const { start } = this.#plan
    if (start === undefined) return
    const { payload, blobs } = pack(start.args)
    const { args: _, ...rest } = start
    driver.write({ type: 'run-started', format: journalFormat, args: payload, ...rest }, blobs)
  }

  async #ended(driver: Driver, journal: LoadedJournal): Promise<Ending> {
    await driver.flushed()
    const returned = new AbortController()
    const body = this.#runToEnd(driver, journal).finally(() => returned.abort())
    const ending = await Promise.race([body, this.#unheeded(driver, returned.signal)])
    this.#settling = true
    return ending
  }

  async #runToEnd(driver: Driver, journal: LoadedJournal): Promise<Ending> {
    const ending = await this.#runBody(driver, journal)
    await driver.drain((signal) => driver.clock.sleep(graceMs, signal))
    return ending
  }

  /** Ends a cancelled run whose code does not come back by itself. */
  async #unheeded(driver: Driver, returned: AbortSignal): Promise<Ending> {
    const reason = await this.#cancelRequest.promise
    await driver.clock.sleep(graceMs, returned).catch(() => undefined)
    return cancelledEnding(reason)
  }

  async #runBody(driver: Driver, journal: LoadedJournal): Promise<Ending> {
    try {
      const value = lossless(await driver.within(() => this.#plan.body(driver, journal)), 'result')
      return value === undefined ? { status: 'ok' } : { status: 'ok', value }
    } catch (thrown) {
      const { code, message, data } = recordError(thrown, 'workflow')
      const status = isExhaustion(thrown) ? 'exhausted' : 'error'
      return { status, error: { code, message, ...(data !== undefined && { data }) } }
    }
  }

  async #settle(
    driver: Driver,
    outcome: RunOutcome,
    { costs }: LoadedJournal,
  ): Promise<RunOutcome> {
    const costNanoUsd = costs.totalNanoUsd
    const { payload, blobs } = pack(outcome as unknown as Json)
    const status = outcome.status as Ending['status']
    await driver.settle({ type: 'run-settled', status, costNanoUsd, outcome: payload }, blobs)
    crashPoint('settle-after')
    return outcome
  }

  #tell(entry: Entry): void {
    this.#events.emit({ type: 'entry', seq: entry.seq, entry })
  }
}

interface Opened {
  readonly driver: Driver
  readonly generation: Generation
}

/** A run that waits no longer than this for a time to come is held, and not suspended. */
const holdMs = 1_000

/** How long code that was told to end may take to do so. */
const graceMs = 10_000

/** Whether a run ended because its budget did. */
function isExhaustion(thrown: unknown): boolean {
  if (AssayError.is(thrown, 'budget-refused')) return true
  return (
    AssayError.is(thrown, 'orchestration-rejected') && thrown.data.source === 'orchestrator_budget'
  )
}

function outcomeOf(
  ending: Pick<RunOutcome, 'status' | 'value' | 'error' | 'pending'>,
  driver: Driver,
  journal: LoadedJournal,
): RunOutcome {
  const { rejectedFinishCandidates: rejected } = driver
  const dropped = [...driver.dropped].sort((one, other) => (one.label < other.label ? -1 : 1))
  return {
    ...ending,
    cost: journal.costs.report(),
    usage: journal.costs.usage,
    replay: driver.replay,
    ...(dropped.length > 0 && { dropped }),
    ...(rejected.length > 0 && { rejectedFinishCandidates: rejected }),
  }
}

function cancelledEnding(reason: string): Ending {
  const { code, message, data } = cancelled(reason)
  return { status: 'cancelled', error: { code, message, data: data as Json } }
}

function leaseLost(runId: string): AssayError {
  return new AssayError('lease-lost', `Run "${runId}" is now driven by another process`, { runId })
}
