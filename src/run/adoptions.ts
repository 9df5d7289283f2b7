import type { Draft, Entry, Identity } from '../journal/entry.ts'
import type { ReleaseQueue } from './release-queue.ts'
import {
  type Adopted,
  adoption,
  type Recorded,
  type ReplayIndex,
  releaseSeqOf,
} from './replay-index.ts'

interface Seeking {
  readonly asked: Identity
  readonly found: (recorded: Promise<Recorded | undefined>) => void
}

/**
 * Lets effects that their own place does not hold take over records that stand elsewhere.
 *
 * Invariants
 *   A1  Nothing is adopted before everything that the journal can answer has been answered: what
 *       unedited code asks for in its own place is never taken from it.
 *   A2  An adoption is journaled before the code goes on with what it brought, so that the next
 *       replay finds the record at its new place and releases it at the same turn.
 *   A3  Of records that are adopted together, the one that was completed first is released first.
 */
export class Adoptions {
  readonly #options: AdoptionsOptions
  #seeking: Seeking[] = []

  constructor(options: AdoptionsOptions) {
    this.#options = options
  }

  /** The record that an effect takes over; `undefined` if there is none. */
  seek(asked: Identity): Promise<Recorded | undefined> {
    return new Promise((found) => {
      this.#seeking.push({ asked, found })
      if (this.#seeking.length === 1) void this.#adoptAll()
    })
  }

  async #adoptAll(): Promise<void> {
    await this.#options.releases.idle()
    await this.#options.ready()
    const seeking = this.#seeking
    this.#seeking = []
    const adopting = seeking.map((each) => ({ ...each, adopted: this.#take(each.asked) }))
    for (const each of adopting.sort((one, other) => ageOf(one) - ageOf(other))) {
      each.found(this.#adopt(each.asked, each.adopted))
    }
  }

  #take(asked: Identity): Adopted | undefined {
    return this.#options.signal.aborted ? undefined : this.#options.index.adopt(asked)
  }

  async #adopt(asked: Identity, adopted: Adopted | undefined): Promise<Recorded | undefined> {
    if (adopted === undefined) return undefined
    const { recorded, from } = adopted
    const { scope, ordinal } = from
    const json = { seq: recorded.started.seq, scope, ordinal }
    const draft = { type: 'decided', ...asked, decision: adoption, value: { json } } as const
    return { ...recorded, adoptedAt: this.#options.write(draft).seq }
  }
}

export interface AdoptionsOptions {
  readonly index: Pick<ReplayIndex, 'adopt'>
  readonly releases: Pick<ReleaseQueue, 'idle'>
  /** Aborted when the run is cancelled or has ended: nothing is adopted then. */
  readonly signal: AbortSignal
  readonly write: (draft: Draft) => Entry
  /** Resolves at once, or never again. */
  readonly ready: () => Promise<void>
}

function ageOf({ adopted }: { readonly adopted: Adopted | undefined }): number {
  const recorded = adopted?.recorded
  if (recorded === undefined || recorded.state === 'open') return Number.POSITIVE_INFINITY
  return releaseSeqOf(recorded)
}
