import type { ChildSpending } from '../journal/child-spending.ts'
import type { RunStarted, StepCompleted, StepFailed, StepStarted } from '../journal/entry.ts'
import type { Pending } from '../journal/pending.ts'
import { type RecordedError, reviveError } from '../journal/recorded-error.ts'
import { AssayError } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { ActiveRun, RunPlan } from './active-run.ts'
import type { Driver } from './driver.ts'
import type { Admission, DispatchCall, Dispatched } from './effect.ts'
import { inboxPollMs } from './inbox.ts'
import { type LoadedJournal, loadJournal } from './loaded-journal.ts'
import { bodyOf } from './message.ts'
import type { RunOutcome } from './outcome.ts'
import { unpack } from './payload.ts'

/** How deeply child runs may be nested. */
const mostDepth = 8

/** A run that another run starts. */
export interface ChildRequest {
  /** Name of its workflow. */
  readonly workflow: string
  readonly args: Json | undefined
  /** Hash of its workflow's name and arguments. */
  readonly key: string
  /** What is set aside for it; default all that is left of its parent's budget, if that has one. */
  readonly budgetNanoUsd?: number
  readonly body: RunPlan['body']
}

/** Where child runs are driven. */
export interface ChildDriver {
  readonly store: JournalStore
  /** Begins to drive a run in this process. */
  drive(plan: RunPlan): ActiveRun
}

/**
 * Runs a workflow as a run of its own: with its own journal, and a budget that is set aside in its
 * parent. It is found again by an id that is derived from where it stands in its parent.
 *
 * Durable: a child that a crash cut off is resumed, and never started twice. One that is suspended
 * suspends its parent, and one whose parent is cancelled is cancelled.
 *
 * @returns What the child returned.
 * @throws The child's error; {AssayError} `child-too-deep`, `budget-refused`, `run-cancelled`.
 */
export async function performChild(
  driver: Driver,
  where: ChildDriver,
  request: ChildRequest,
): Promise<Json | undefined> {
  const { workflow, key } = request
  const depth = driver.depth + 1
  if (depth > mostDepth) throw tooDeep(workflow, depth)
  const child = new Child(driver, where, request)
  const performed = await driver.perform({
    kind: 'child',
    label: workflow,
    key,
    whenAmbiguous: 'rejoin',
    account: driver.account,
    recalled: (started, ended) => child.recall(started, ended),
    ...(child.isBudgeted && { admit: () => child.admit() }),
    announce: (idempotencyKey) => child.announce(idempotencyKey),
    dispatch: (call) => child.live(call),
  })
  if (performed.outcome === 'done') return performed.value
  if (performed.outcome === 'refused') throw refused(workflow, performed)
  throw new Error('a child run is rejoined, and its outcome never unknown')
}

/** One child step of a run, while its parent is driven. */
class Child {
  readonly #driver: Driver
  readonly #where: ChildDriver
  readonly #request: ChildRequest
  /** What an earlier attempt recorded. */
  #earlier: { readonly started: StepStarted; readonly spending?: ChildSpending } | undefined

  #allottedNanoUsd: number | undefined
  /** Messages that the child was given the time to take. */
  #known: ReadonlySet<string> = new Set()

  constructor(driver: Driver, where: ChildDriver, request: ChildRequest) {
    this.#driver = driver
    this.#where = where
    this.#request = request
  }

  /** Whether something is set aside for it. */
  get isBudgeted(): boolean {
    return this.#request.budgetNanoUsd !== undefined || this.#driver.isBudgeted
  }

  recall(started: StepStarted, ended: StepCompleted | StepFailed | undefined): void {
    const { spending } = ended ?? {}
    this.#earlier = { started, ...(spending !== undefined && { spending }) }
  }

  /** Sets aside all that the child may still spend: a budget is for the life of a run. */
  admit(): Admission<undefined> {
    const { freeNanoUsd } = this.#driver.account
    const { started, spending } = this.#earlier ?? {}
    const allotted = started?.allottedNanoUsd ?? this.#request.budgetNanoUsd ?? freeNanoUsd
    this.#allottedNanoUsd = allotted
    const gone = (spending?.costNanoUsd ?? 0) + (spending?.heldNanoUsd ?? 0)
    const reservedNanoUsd = Math.max(0, allotted - gone)
    return reservedNanoUsd > freeNanoUsd
      ? { ok: false, neededNanoUsd: reservedNanoUsd, freeNanoUsd }
      : { ok: true, reservedNanoUsd, grant: undefined }
  }

  announce(idempotencyKey: string): Pick<StepStarted, 'childRunId' | 'allottedNanoUsd'> {
    const childRunId = this.#earlier?.started.childRunId ?? `child-${idempotencyKey}`
    const allottedNanoUsd = this.#allottedNanoUsd
    return { childRunId, ...(allottedNanoUsd !== undefined && { allottedNanoUsd }) }
  }

  /** Drives the child until it has ended; while it is suspended, it is waited for. */
  async live({ started, signal }: DispatchCall<undefined>): Promise<Dispatched> {
    const { childRunId: runId = '', allottedNanoUsd } = started
    // A child that ended before its parent could write so has ended; one that failed is resumed.
    const isRetry = this.#earlier !== undefined && this.#earlier.started.seq !== started.seq
    for (let turn = 1; ; turn += 1) {
      const journal = await loadJournal(this.#where.store, runId)
      const recorded = isRetry && turn === 1 ? undefined : await this.#settled(journal)
      const outcome =
        recorded ??
        (await this.#drive({ runId, started: journal.started, allottedNanoUsd, signal }))
      if (outcome === 'driven-elsewhere') await this.#standBy(runId, journal, signal)
      else if (outcome.status !== 'suspended') return this.#ended(outcome, runId)
      else await this.#park(runId, outcome.pending ?? [])
    }
  }

  async #settled({ settled }: LoadedJournal): Promise<RunOutcome | undefined> {
    if (settled === undefined) return undefined
    return (await unpack(settled.outcome, this.#where.store)) as unknown as RunOutcome
  }

  async #drive(at: {
    readonly runId: string
    readonly started: RunStarted | undefined
    readonly allottedNanoUsd: number | undefined
    readonly signal: AbortSignal
  }): Promise<RunOutcome | 'driven-elsewhere'> {
    const { runId, started, allottedNanoUsd, signal } = at
    const { workflow, args, body } = this.#request
    const nanoUsd = started === undefined ? allottedNanoUsd : started.budgetNanoUsd
    const budget = nanoUsd === undefined ? {} : { budgetNanoUsd: nanoUsd }
    const { runId: above, depth } = this.#driver
    const start = { workflow, args, ...budget, parent: { runId: above, depth: depth + 1 } }
    this.#known = new Set(await this.#messages(runId))
    const run = this.#where.drive({
      runId,
      body,
      ...budget,
      ...(started === undefined && { start }),
    })
    const end = (): void => endChild(run, signal.reason)
    if (signal.aborted) end()
    signal.addEventListener('abort', end)
    try {
      return await run.result
    } catch (error) {
      if (AssayError.is(error, 'lease-held') || AssayError.is(error, 'run-exists')) {
        return 'driven-elsewhere'
      }
      throw error
    } finally {
      signal.removeEventListener('abort', end)
    }
  }

  /** Waits before it is tried again to drive a child that another process drives. */
  async #standBy(runId: string, { last }: LoadedJournal, signal: AbortSignal): Promise<void> {
    const { clock, ids } = this.#driver
    if (!signal.aborted) return clock.sleep(inboxPollMs, signal).catch(() => undefined)
    const reason: unknown = signal.reason
    if (!AssayError.is(reason, 'run-cancelled')) throw reason
    const asked = { kind: 'cancel', reason: reason.data.reason, after: last?.seq ?? 0 } as const
    await this.#where.store.post(runId, { id: ids.uuid(), at: clock.now(), body: bodyOf(asked) })
    await clock.sleep(inboxPollMs)
  }

  async #messages(runId: string): Promise<readonly string[]> {
    return (await this.#where.store.inbox(runId)).map(({ id }) => id)
  }

  /** Waits until something may have come for a suspended child, or its parent is cancelled. */
  async #park(runId: string, pending: readonly Pending[]): Promise<void> {
    const { store } = this.#where
    const woken = Promise.withResolvers<void>()
    const dueAt = Math.min(...pending.map(timeOf))
    const look = async (): Promise<void> => {
      const messages = await this.#messages(runId)
      const hasNew = messages.some((id) => !this.#known.has(id))
      if (hasNew || !(await isSuspended(store, runId))) woken.resolve()
    }
    const wait = {
      pending: pending.map((each) => ({ runId, ...each })),
      ...(dueAt !== Infinity && { dueAt, onDue: woken.resolve }),
      look,
    }
    await this.#driver.waits.park(wait, woken.promise).catch(() => undefined)
  }

  /** Settles in the parent what the child has cost since it last ended. */
  async #ended(outcome: RunOutcome, runId: string): Promise<Dispatched> {
    const { costs } = await loadJournal(this.#where.store, runId)
    const spending = costs.spending()
    const { costNanoUsd = 0, heldNanoUsd = 0 } = this.#earlier?.spending ?? {}
    this.#driver.account.hold(spending.heldNanoUsd - heldNanoUsd)
    const cost = spending.costNanoUsd - costNanoUsd
    if (outcome.status === 'ok') return { output: outcome.value, cost, spending }
    return { error: errorOf(outcome), cost, spending }
  }
}

/** Ends a child with its parent: cancelled with it, or left to be resumed like it. */
function endChild(run: ActiveRun, reason: unknown): void {
  if (!AssayError.is(reason)) run.cancel(String(reason))
  else if (AssayError.is(reason, 'run-cancelled')) run.cancel(reason.data.reason)
  else run.halt(reason)
}

function timeOf(pending: Pending): number {
  return (pending.kind === 'timer' ? pending.dueAt : pending.deadlineAt) ?? Infinity
}

/** Whether nothing was written to a run since it was suspended. */
async function isSuspended(store: JournalStore, runId: string): Promise<boolean> {
  for await (const head of store.list({ runId })) {
    return !('unreadable' in head) && head.last.type === 'run-suspended'
  }
  return false
}

function errorOf({ status, error }: RunOutcome): Error {
  const { code, message, data } = error ?? { code: 'step-failed', message: status }
  const recorded = { code, message, ...(data !== undefined && { data }) } as RecordedError
  return reviveError(recorded)
}

function refused(
  workflow: string,
  { neededNanoUsd, freeNanoUsd }: { readonly neededNanoUsd: number; readonly freeNanoUsd: number },
): AssayError {
  const message = `Child run "${workflow}" needs ${neededNanoUsd} nano-dollars, ${freeNanoUsd} are free`
  return new AssayError('budget-refused', message, { neededNanoUsd, freeNanoUsd })
}

function tooDeep(workflow: string, depth: number): AssayError {
  const message = `Child run "${workflow}" would be ${depth} levels deep; ${mostDepth} are the most`
  return new AssayError('child-too-deep', message, { workflow, depth, limit: mostDepth })
}
