/**
 * Group commit: writes that wait together share one transaction, and so one sync of the disk.
 *
 * It knows no statement and no table; a write is a function that runs inside the transaction.
 *
 * Invariants
 *   G1  Writes are applied in the order of the calls.
 *   G2  A write resolves only after the commit that holds it.
 *   G3  A write that throws fails its whole batch, and nothing of that batch is kept. A write that
 *       refuses returns its refusal and hurts nobody.
 *   G4  After a failed batch the next one starts clean.
 *
 * Not here: what is written (the tables beside this file), how errors are worded (the caller).
 */
import { nextTurn } from '../../kernel/clock.ts'

/** The three moves of a transaction, and what their failures mean. */
export interface Transaction {
  begin(): void
  commit(): void
  /** Undoes what was begun, if anything was. */
  rollback(): void
  /** Whether `begin` failed only because another process is writing. */
  isBusy(cause: unknown): boolean
  /** The error that the writes of a failed batch reject with. */
  failure(operation: string, cause: unknown): Error
}

export interface GroupCommit {
  /** Runs `apply` in the next transaction; resolves with its answer once that is committed. */
  write<Answer>(operation: string, apply: () => Answer): Promise<Answer>
  /** Resolves when nothing waits any more. */
  drained(): Promise<void>
}

interface Waiting {
  readonly operation: string
  readonly apply: () => unknown
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** How often a transaction is begun while another process writes, before the batch fails. */
const maxTries = 50

/** Gathers writes and commits them once a turn of the event loop. Live. */
export function groupCommit(transaction: Transaction): GroupCommit {
  let waiting: Waiting[] = []
  let flushed: Promise<void> = Promise.resolve()

  async function flush(): Promise<void> {
    await nextTurn()
    const failed = await begin(transaction)
    const batch = waiting
    waiting = []
    settle(batch, transaction, failed)
  }

  return {
    write<Answer>(operation: string, apply: () => Answer): Promise<Answer> {
      return new Promise<Answer>((resolve, reject) => {
        waiting.push({ operation, apply, resolve: resolve as Waiting['resolve'], reject })
        if (waiting.length === 1) flushed = flush()
      })
    },
    drained: () => flushed,
  }
}

interface Failed {
  readonly cause: unknown
}

async function begin(transaction: Transaction): Promise<Failed | undefined> {
  for (let tries = 1; ; tries += 1) {
    try {
      transaction.begin()
      return undefined
    } catch (cause) {
      if (tries >= maxTries || !transaction.isBusy(cause)) return { cause }
    }
    await nextTurn()
  }
}

function settle(
  batch: readonly Waiting[],
  transaction: Transaction,
  failed: Failed | undefined,
): void {
  const done = failed ?? apply(batch, transaction)
  batch.forEach((write, index) => {
    if ('cause' in done) write.reject(transaction.failure(write.operation, done.cause))
    else write.resolve(done.answers[index])
  })
}

function apply(
  batch: readonly Waiting[],
  transaction: Transaction,
): { readonly answers: readonly unknown[] } | Failed {
  try {
    const answers = batch.map((write) => write.apply())
    transaction.commit()
    return { answers }
  } catch (cause) {
    transaction.rollback()
    return { cause }
  }
}
