import type { Entry } from '../journal/entry.ts'
import type { Pending } from '../journal/pending.ts'
import { pendingOf } from './signal.ts'

/** Folds a journal into what its run waits for, one entry at a time. */
export class PendingFold {
  /** By the `seq` of the entry that began the waiting. */
  readonly #own = new Map<number, Pending>()
  #suspended: readonly Pending[] | undefined

  /** Takes in the next entry. */
  add(entry: Entry): void {
    this.#suspended = entry.type === 'run-suspended' ? entry.pending : undefined
    if (entry.type === 'signal-awaited') this.#own.set(entry.seq, pendingOf(entry))
    if (entry.type === 'signal-received' || entry.type === 'signal-expired') {
      this.#own.delete(entry.awaited)
    }
    if (entry.type === 'step-started' && entry.dueAt !== undefined) {
      this.#own.set(entry.seq, { kind: 'timer', dueAt: entry.dueAt })
    }
    if (entry.type === 'step-completed' || entry.type === 'step-failed') {
      this.#own.delete(entry.started)
    }
    if (entry.type === 'run-settled') this.#own.clear()
  }

  /** What the run was last seen to wait for; what its child runs wait for only if it is suspended. */
  get pending(): readonly Pending[] {
    return this.#suspended ?? [...this.#own.values()]
  }
}
