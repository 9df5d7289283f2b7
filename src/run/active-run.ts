import { Account } from '../budget/account.ts'
import { type Entry, journalFormat, type WorkflowSource } from '../journal/entry.ts'
import { recordError } from '../journal/recorded-error.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Clock } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import { AssayError } from '../kernel/error.ts'
import type { Ids } from '../kernel/ids.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { JournalStore, Lease, Owner } from '../store/journal-store.ts'
import { cancelled, Driver } from './driver.ts'
import { EventHub, type RunEvent } from './events.ts'
import { JournalWriter } from './journal-writer.ts'
import { Heartbeat, takeLease } from './lease.ts'
import { type LoadedJournal, loadJournal } from './loaded-journal.ts'
import type { Ending, RunOutcome } from './outcome.ts'
import { pack, unpack } from './payload.ts'

/** What a run needs from the process that drives it. */
export interface RunEnvironment {
  readonly store: JournalStore
  readonly clock: Clock
  readonly ids: Ids
  readonly owner: Owner
}

/** A run to be started, or with only its id one to be resumed. */
export interface RunPlan {
  readonly runId: string
  readonly start?: {
    readonly workflow: string
    readonly args: Json | undefined
    readonly budgetNanoUsd?: number
    readonly source?: WorkflowSource
  }
  readonly budgetNanoUsd?: number
  /** The workflow's own code. */
  readonly body: (driver: Driver) => Promise<unknown>
}

/**
 * A run that this process drives, from its lease to its settlement.
 *
 * Invariants
 *   R1  `run-settled` is durable before an outcome is handed out.
 *   R2  After a halt nothing is written, and the lease is given back only if it is still ours.
 *   R3  A settled run is reopened by the first entry that its replay adds, never by a replay alone.
 */
export class ActiveRun {
  readonly runId: string
  readonly result: Promise<RunOutcome>
  readonly #environment: RunEnvironment
  readonly #plan: RunPlan
  readonly #events = new EventHub()
  readonly #halted = Promise.withResolvers<never>()
  readonly #cancelRequest = Promise.withResolvers<string>()
  #cancelReason: string | undefined
  #haltReason: AssayError | undefined
  #settling = false
  #driver: Driver | undefined

  constructor(environment: RunEnvironment, plan: RunPlan) {
    this.runId = plan.runId
    this.#environment = environment
    this.#plan = plan
    this.#halted.promise.catch(() => undefined)
    this.result = this.#live().finally(() => this.#events.close())
    // Whoever awaits the result hears of its rejection; a run that nobody awaits ends no process.
    this.result.catch(() => undefined)
  }

  /** Events from now on. */
  get events(): AsyncIterable<RunEvent> {
    return this.#events.read()
  }

  /** Asks the run to end as `cancelled`. `false` if it is too late. */
  cancel(reason: string): boolean {
    if (this.#settling) return false
    this.#cancelReason ??= reason
    this.#cancelRequest.resolve(reason)
    this.#driver?.cancel(this.#cancelReason)
    return true
  }

  /** Stops driving at once and leaves the run to be resumed. */
  halt(reason: AssayError): void {
    this.#haltReason ??= reason
    this.#driver?.halt(reason)
    this.#halted.reject(reason)
  }

  async #live(): Promise<RunOutcome> {
    const { store, owner } = this.#environment
    const lease = await takeLease(store, this.runId, owner)
    const journal = await this.#loaded(lease)
    const heartbeat = this.#keepAlive(lease)
    try {
      return await Promise.race([this.#drive(journal, heartbeat), this.#halted.promise])
    } finally {
      await heartbeat.stop()
    }
  }

  async #loaded(lease: Lease): Promise<LoadedJournal> {
    const { store } = this.#environment
    try {
      const journal = await loadJournal(store, this.runId)
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
    const { store, clock } = this.#environment
    return new Heartbeat({ store, clock, lease, onLost: () => this.halt(leaseLost(this.runId)) })
  }

  async #drive(journal: LoadedJournal, heartbeat: Heartbeat): Promise<RunOutcome> {
    if (journal.settled?.status === 'cancelled') {
      return (await unpack(
        journal.settled.outcome,
        this.#environment.store,
      )) as unknown as RunOutcome
    }
    if (this.#haltReason !== undefined) throw this.#haltReason
    const generation = new Generation(journal)
    const driver = this.#openDriver(journal, heartbeat, generation)
    this.#begin(driver)
    const ending = await this.#ended(driver)
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

  #openDriver(journal: LoadedJournal, heartbeat: Heartbeat, generation: Generation): Driver {
    const { store, clock, ids } = this.#environment
    const writer = new JournalWriter({
      store,
      runId: this.runId,
      token: heartbeat.lease.token,
      clock,
      ...(journal.last !== undefined && { last: journal.last }),
      onDurable: (entry) => this.#tell(entry),
      onBroken: (error) => this.halt(error),
    })
    const account = new Account(this.#plan.budgetNanoUsd ?? Number.POSITIVE_INFINITY)
    const { spentNanoUsd, heldNanoUsd } = journal.costs
    account.recall({ spentNanoUsd, heldNanoUsd })
    const driver = new Driver({
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
      onWrite: (entry) => journal.costs.add(entry),
      beforeWrite: () => generation.open(writer),
      onLeaseLost: () => this.halt(leaseLost(this.runId)),
    })
    this.#driver = driver
    if (this.#cancelReason !== undefined) driver.cancel(this.#cancelReason)
    return driver
  }

  #begin(driver: Driver): void {
    const { start } = this.#plan
    if (start === undefined) return
    const { payload, blobs } = pack(start.args)
    const { args: _, ...rest } = start
    driver.write({ type: 'run-started', format: journalFormat, args: payload, ...rest }, blobs)
  }

  async #ended(driver: Driver): Promise<Ending> {
    await driver.flushed()
    const returned = new AbortController()
    const body = this.#runToEnd(driver).finally(() => returned.abort())
    const ending = await Promise.race([body, this.#unheeded(driver, returned.signal)])
    this.#settling = true
    return ending
  }

  async #runToEnd(driver: Driver): Promise<Ending> {
    const ending = await this.#runBody(driver)
    await driver.drain((signal) => driver.clock.sleep(graceMs, signal))
    return ending
  }

  /** Ends a cancelled run whose code does not come back by itself. */
  async #unheeded(driver: Driver, returned: AbortSignal): Promise<Ending> {
    const reason = await this.#cancelRequest.promise
    await driver.clock.sleep(graceMs, returned).catch(() => undefined)
    return cancelledEnding(reason)
  }

  async #runBody(driver: Driver): Promise<Ending> {
    try {
      const value = lossless(await driver.within(() => this.#plan.body(driver)), 'result')
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

/** One life of a run between two settlements. */
class Generation {
  readonly #journal: LoadedJournal
  #reopened = false

  constructor(journal: LoadedJournal) {
    this.#journal = journal
  }

  /** Reopens a settled run before the first entry that is added to it. */
  open(writer: JournalWriter): void {
    if (this.#journal.settled === undefined || this.#reopened) return
    this.#reopened = true
    writer.write({ type: 'run-reopened', generation: this.#journal.generation + 1 })
  }

  /** Whether the journal already says that the run ended this way. */
  async isSettledAs(outcome: RunOutcome, store: JournalStore): Promise<boolean> {
    const { settled } = this.#journal
    if (settled === undefined || this.#reopened) return false
    const recorded = (await unpack(settled.outcome, store)) as unknown as RunOutcome
    return equalPart(recorded) === equalPart(outcome)
  }
}

/** How long code that was told to end may take to do so. */
const graceMs = 10_000

/** Whether a run ended because its budget did. */
function isExhaustion(thrown: unknown): boolean {
  if (AssayError.is(thrown, 'budget-refused')) return true
  return (
    AssayError.is(thrown, 'orchestration-rejected') && thrown.data.source === 'orchestrator_budget'
  )
}

function outcomeOf(ending: Ending, driver: Driver, journal: LoadedJournal): RunOutcome {
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

/** The part of an outcome that a replay reproduces: all but costs, usage and replay counts. */
function equalPart(outcome: RunOutcome): string {
  const { cost: _cost, usage: _usage, replay: _replay, ...rest } = outcome
  return canonicalJson(rest as unknown as Json)
}

function cancelledEnding(reason: string): Ending {
  const { code, message, data } = cancelled(reason)
  return { status: 'cancelled', error: { code, message, data: data as Json } }
}

function leaseLost(runId: string): AssayError {
  return new AssayError('lease-lost', `Run "${runId}" is now driven by another process`, { runId })
}
