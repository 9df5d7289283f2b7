import { canonicalJson } from '../kernel/canonical-json.ts'
import type { Json } from '../kernel/json.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { JournalWriter } from './journal-writer.ts'
import type { LoadedJournal } from './loaded-journal.ts'
import type { RunOutcome } from './outcome.ts'
import { unpack } from './payload.ts'

/** One life of a run between two settlements. */
export class Generation {
  readonly #journal: LoadedJournal
  #reopened = false

  constructor(journal: LoadedJournal) {
    this.#journal = journal
  }

  /** Whether the run has settled, and nothing was added to it since. */
  get isReplay(): boolean {
    return this.#journal.settled !== undefined && !this.#reopened
  }

  /** Reopens a settled run before the first entry that is added to it. */
  open(writer: JournalWriter): void {
    if (!this.isReplay) return
    this.#reopened = true
    writer.write({ type: 'run-reopened', generation: this.#journal.generation + 1 })
  }

  /** Whether the journal already says that the run ended this way. */
  async isSettledAs(outcome: RunOutcome, store: JournalStore): Promise<boolean> {
    const { settled } = this.#journal
    if (settled === undefined || !this.isReplay) return false
    const recorded = (await unpack(settled.outcome, store)) as unknown as RunOutcome
    return equalPart(recorded) === equalPart(outcome)
  }
}

/** The part of an outcome that a replay reproduces: all but costs, usage and replay counts. */
function equalPart(outcome: RunOutcome): string {
  const { cost: _cost, usage: _usage, replay: _replay, ...rest } = outcome
  return canonicalJson(rest as unknown as Json)
}
