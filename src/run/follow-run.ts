import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/error.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { RunEvent } from './events.ts'

/** How often the journal of a run that another process drives is looked at, in ms. */
const pollMs = 200

/** A run that is followed. */
export interface Followed {
  readonly runId: string
  readonly store: JournalStore
  readonly clock: Clock
  /** Events from now on, while this process drives the run. */
  live(signal: AbortSignal | undefined): AsyncIterable<RunEvent> | undefined
}

/** From where, and how long, a run is followed. */
export interface FollowOptions {
  /** `seq` of the last entry that the reader knows; default 0, for all. */
  readonly after?: number
  /** Ends the iteration. */
  readonly signal?: AbortSignal
}

/**
 * Follows a run: its entries from the journal, then live until it has settled.
 *
 * Live. Invariants
 *   F1  Every entry is told exactly once and in order; one that a slow reader missed is read from
 *       the journal. `skipped` counts only what no journal holds.
 *   F2  No more is held than a page of the store and the events that wait in the hub.
 *
 * @throws {AssayError} `run-unknown` if there is no such run, `journal-corrupt` behind the last
 * entry that can be read.
 */
export async function* followRun(
  followed: Followed,
  { after = 0, signal }: FollowOptions,
): AsyncGenerator<RunEvent> {
  const follower = new Follower(followed, after)
  while (signal?.aborted !== true) {
    const live = followed.live(signal)
    yield* follower.recorded(signal)
    if (live !== undefined) yield* follower.told(live, signal)
    else if (await follower.isOver()) return
    else await followed.clock.sleep(pollMs, signal).catch(() => undefined)
  }
}

class Follower {
  readonly #followed: Followed
  #lastSeq: number
  #isKnown = false

  constructor(followed: Followed, after: number) {
    this.#followed = followed
    this.#lastSeq = after
  }

  /** What the journal holds behind the last entry that was told. */
  async *recorded(signal: AbortSignal | undefined, until = Infinity): AsyncGenerator<RunEvent> {
    const { store, runId } = this.#followed
    for await (const entry of store.read(runId, this.#lastSeq + 1)) {
      if (entry.seq > until || signal?.aborted === true) return
      this.#isKnown = true
      this.#lastSeq = entry.seq
      yield { type: 'entry', seq: entry.seq, entry }
    }
  }

  /** What this process tells of the run, without what was told before. */
  async *told(
    live: AsyncIterable<RunEvent>,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<RunEvent> {
    for await (const event of live) {
      if (signal?.aborted === true) return
      if (event.type === 'skipped') {
        const count = event.count - entriesIn(event)
        if (count > 0) yield { type: 'skipped', count }
        if (event.lastSeq !== undefined) yield* this.recorded(signal, event.lastSeq)
      } else if (event.type !== 'entry') yield event
      else if (event.seq > this.#lastSeq) {
        this.#lastSeq = event.seq
        yield event
      }
    }
  }

  /** Whether nothing more is to come: the run has settled, or it was deleted. */
  async isOver(): Promise<boolean> {
    const { store, runId } = this.#followed
    for await (const head of store.list({ runId })) {
      if ('unreadable' in head) throw head.unreadable
      const { last } = head
      return last.type === 'run-settled' && last.seq <= this.#lastSeq
    }
    if (this.#isKnown) return true
    throw new AssayError('run-unknown', `There is no run "${runId}"`, { runId })
  }
}

/** How many of the events that were skipped stand in the journal. */
function entriesIn({ firstSeq, lastSeq }: { firstSeq?: number; lastSeq?: number }): number {
  return firstSeq === undefined || lastSeq === undefined ? 0 : lastSeq - firstSeq + 1
}
