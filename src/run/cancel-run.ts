import { recordError } from '../journal/recorded-error.ts'
import { AssayError } from '../kernel/error.ts'
import type { JournalStore, RunHead } from '../store/journal-store.ts'
import type { ActiveRun, RunEnvironment, RunPlan } from './active-run.ts'
import { cancelled, type Driver } from './driver.ts'
import { inboxPollMs } from './inbox.ts'
import { type LoadedJournal, loadJournal } from './loaded-journal.ts'
import { bodyOf } from './message.ts'
import { isProvablyDead } from './owner.ts'

/** Whether a run was told to end. */
export type Cancelled =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unknown-run' | 'settled' }

/** A run that is to end, and the runs that this process drives. */
export interface CancelRequest {
  readonly runId: string
  readonly reason: string
  /** The run, where this process drives it. */
  active(runId: string): ActiveRun | undefined
  /** Begins to drive a run in this process. */
  drive(plan: RunPlan): ActiveRun
}

/**
 * Ends a run as `cancelled`, whichever process drives it, or none.
 *
 * Durable: once this resolves with `ok`, the run ends as `cancelled` and in no other way. A run
 * that nobody drives is ended here, with the child runs that it had started.
 */
export async function cancelRun(
  environment: RunEnvironment,
  request: CancelRequest,
): Promise<Cancelled> {
  const messageId = environment.ids.uuid()
  for (;;) {
    const head = await headOf(environment.store, request.runId)
    if (head === undefined) {
      return (await cancelHere(request)) ?? { ok: false, reason: 'unknown-run' }
    }
    if (head.last.type === 'run-settled') return { ok: false, reason: 'settled' }
    const done =
      (await cancelHere(request)) ??
      (await endUndriven(environment, request)) ??
      (await cancelElsewhere(environment, { ...request, head, messageId }))
    if (done === undefined) continue
    await environment.store.dismiss(request.runId, [messageId])
    return done
  }
}

async function headOf(store: JournalStore, runId: string): Promise<RunHead | undefined> {
  for await (const head of store.list({ runId })) {
    if ('unreadable' in head) throw head.unreadable
    return head
  }
  return undefined
}

/** Cancels a run of this process; one that is just ending is waited for and looked at again. */
async function cancelHere({
  runId,
  reason,
  active,
}: CancelRequest): Promise<Cancelled | undefined> {
  const run = active(runId)
  if (run === undefined) return undefined
  const isHeeded = run.cancel(reason)
  await (isHeeded ? run.flushed() : run.result.catch(() => undefined))
  return isHeeded ? { ok: true } : undefined
}

/** Ends a run that nobody drives; `undefined` if somebody does. */
async function endUndriven(
  environment: RunEnvironment,
  request: CancelRequest,
): Promise<Cancelled | undefined> {
  const { runId, reason } = request
  const body = (driver: Driver, journal: LoadedJournal): Promise<void> =>
    endChildren(environment, request, { driver, journal })
  const run = request.drive({ runId, body, endsOnly: true })
  run.cancel(reason)
  try {
    const { status } = await run.result
    return status === 'cancelled' ? { ok: true } : { ok: false, reason: 'settled' }
  } catch (error) {
    if (AssayError.is(error, 'lease-held') || AssayError.is(error, 'lease-lost')) return undefined
    throw error
  }
}

/** Ends the child runs of a run, and settles in it what they have cost. */
async function endChildren(
  environment: RunEnvironment,
  request: CancelRequest,
  { driver, journal }: { readonly driver: Driver; readonly journal: LoadedJournal },
): Promise<void> {
  for (const { seq, label, childRunId: runId = '' } of journal.openChildren.values()) {
    await cancelRun(environment, { ...request, runId })
    const { costs } = await loadJournal(environment.store, runId)
    const spending = costs.spending()
    const error = recordError(cancelled(request.reason), label)
    const cost = spending.costNanoUsd - journal.costs.spentBy(runId)
    driver.write({ type: 'step-failed', started: seq, error, cost, spending })
  }
}

/** Asks the driver of another process; `undefined` if it let go of the run before it answered. */
async function cancelElsewhere(
  { store, clock }: RunEnvironment,
  asked: CancelRequest & { readonly head: RunHead; readonly messageId: string },
): Promise<Cancelled | undefined> {
  const { runId, reason, head, messageId: id } = asked
  const after = head.last.seq
  await store.post(runId, { id, at: clock.now(), body: bodyOf({ kind: 'cancel', reason, after }) })
  let seen = after
  for (;;) {
    for await (const entry of store.read(runId, seen + 1)) {
      seen = entry.seq
      if (entry.type === 'cancel-requested') return { ok: true }
      if (entry.type === 'run-settled') return { ok: false, reason: 'settled' }
    }
    const { lease } = (await headOf(store, runId)) ?? {}
    const isSame = lease !== undefined && lease.token === head.lease?.token
    if (!isSame || lease.expiresAt <= clock.now() || isProvablyDead(lease.owner)) return undefined
    await clock.sleep(inboxPollMs / 2)
  }
}
