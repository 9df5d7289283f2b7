import { reviveError } from '../journal/recorded-error.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { Refused } from './admission.ts'
import { paid, paidBy } from './dispatched.ts'
import type { Performed } from './effect.ts'
import { unpack } from './payload.ts'
import type { ReleaseQueue } from './release-queue.ts'
import { type Recorded, releaseSeqOf } from './replay-index.ts'

/** A record that tells what came of its effect. */
export type Answer = Exclude<Recorded, { readonly state: 'open' }>

/** What a replay works with. */
export interface ReplayParts {
  readonly releases: Pick<ReleaseQueue, 'turn'>
  readonly store: Pick<JournalStore, 'getBlob'>
}

/**
 * Resolves with what came of a recorded effect when it is its turn.
 *
 * @throws The recorded failure.
 */
export async function replayed(
  recorded: Answer,
  { releases, store }: ReplayParts,
): Promise<Performed> {
  if (recorded.state === 'decided') {
    const { seq, value } = recorded.entry
    await releases.turn(seq, Promise.resolve())
    return { outcome: 'refused', ...(value.json as unknown as Omit<Refused, 'ok'>) }
  }
  const { started, ended } = recorded
  const at = releaseSeqOf(recorded)
  if (ended.type === 'step-failed') {
    await releases.turn(at, Promise.resolve())
    throw paidBy(reviveError(ended.error), paid(ended.usage, ended.cost))
  }
  const value = await releases.turn(at, unpack(ended.output, store))
  const { usage, cost } = ended
  return { outcome: 'done', value, seq: started.seq, replayed: true, ...paid(usage, cost) }
}

/** What a recorded attempt cost, or still holds. Pure. */
export function amountsOf(recorded: Exclude<Recorded, { readonly state: 'decided' }>): {
  readonly spentNanoUsd: number
  readonly heldNanoUsd: number
} {
  const cost = recorded.state === 'open' ? 'unknown' : recorded.ended.cost
  return {
    spentNanoUsd: typeof cost === 'number' ? cost : 0,
    heldNanoUsd: cost === 'unknown' ? (recorded.started.reservedNanoUsd ?? 0) : 0,
  }
}
