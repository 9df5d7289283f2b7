import { Account } from '../budget/account.ts'
import { sha256 } from '../kernel/hash.ts'
import type { RunEnvironment, RunPlan } from './active-run.ts'
import { Driver } from './driver.ts'
import { DryWriter } from './dry-writer.ts'
import { EventHub } from './events.ts'
import { loadJournal, type LoadedJournal } from './loaded-journal.ts'

/** What a run would find in its journal. */
export interface Preview {
  /** Effects that the journal answers. */
  readonly hits: number
  /** Effects that are new: they would be brought about, and paid for. */
  readonly misses: number
  /** Effects that would be tried again: cut off by a crash, or failed. */
  readonly reruns: number
  /**
   * Recorded effects that nothing asked for. Code behind a miss or a rerun may still ask for them.
   */
  readonly orphans: number
}

/** How long a workflow may await something that is no effect of its run before it is left, in ms. */
const graceMs = 250

/**
 * Runs a workflow against its journal and brings nothing about: an effect that the journal does not
 * answer waits for ever. It ends when the code does, or when nothing has moved for a quarter of a
 * second, so code that awaits something else than an effect for longer is not followed to its end.
 *
 * Live: it takes no lease and writes nothing. Host code outside of steps does run.
 */
export async function previewRun(
  environment: RunEnvironment,
  plan: Pick<RunPlan, 'runId' | 'budgetNanoUsd' | 'body'>,
): Promise<Preview> {
  const journal = await loadJournal(environment.store, plan.runId)
  const driver = dryDriver(environment, plan, journal)
  const ended = new AbortController()
  const code = driver
    .within(async () => plan.body(driver, journal))
    .catch(() => undefined)
    .finally(() => ended.abort())
  await Promise.race([code, quiet(driver, ended.signal)])
  const { hits, misses, reruns } = driver.replay
  driver.stop()
  return { hits, misses, reruns, orphans: journal.index.orphans }
}

/** Resolves once nothing has happened in a run for a while. */
async function quiet(driver: Driver, ended: AbortSignal): Promise<void> {
  const { waits, clock } = driver
  for (let seen = -1; (seen !== waits.moves || driver.isReplaying) && !ended.aborted; ) {
    seen = waits.moves
    await clock.sleep(graceMs, ended).catch(() => undefined)
  }
}

function dryDriver(
  { store, clock, ids }: RunEnvironment,
  { runId, budgetNanoUsd = Number.POSITIVE_INFINITY }: Pick<RunPlan, 'runId' | 'budgetNanoUsd'>,
  journal: LoadedJournal,
): Driver {
  const { costs, signals, settled, last, started } = journal
  const account = new Account(budgetNanoUsd)
  account.recall({ spentNanoUsd: costs.spentNanoUsd, heldNanoUsd: costs.heldNanoUsd })
  return new Driver({
    runId,
    store: {
      getBlob: (hash) => store.getBlob(hash),
      putBlob: async (bytes) => sha256(bytes),
    },
    clock,
    ids,
    account,
    index: journal.index,
    writer: new DryWriter(clock, last?.seq ?? 0),
    heartbeat: { holds: () => true },
    events: new EventHub(),
    retryFailedUntil: journal.failedAt,
    retryRefusedUntil: journal.endedShortAt,
    forkedAt: journal.forkedAt,
    signals,
    depth: started?.parent?.depth ?? 0,
    withholds: true,
    beforeWrite: none,
    onWrite: (entry) => signals.add(entry),
    onLeaseLost: none,
    onQuiet: none,
    isReplay: () => settled !== undefined,
    lookForMessages: async () => none(),
  })
}

function none(): void {}
