import type { Account } from '../budget/account.ts'
import type { Entry } from '../journal/entry.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { JournalStore } from '../store/journal-store.ts'
import type { EventHub } from './events.ts'
import type { JournalWriter } from './journal-writer.ts'
import type { Heartbeat } from './lease.ts'
import type { ReplayIndex } from './replay-index.ts'
import type { RetryTerms } from './retry.ts'
import type { SignalFold } from './signal-fold.ts'

/** What the driver is given: the run's own parts, and where it reports to. */
export interface DriverOptions extends RetryTerms {
  readonly runId: string
  readonly store: Pick<JournalStore, 'getBlob' | 'putBlob'>
  readonly clock: Clock
  readonly ids: Ids
  readonly account: Account
  readonly index: ReplayIndex
  readonly writer: Pick<JournalWriter, 'write' | 'flushed' | 'halt' | 'lastSeq'>
  readonly heartbeat: Pick<Heartbeat, 'holds'>
  readonly events: EventHub
  /** What is known of the run's signals. */
  readonly signals: SignalFold
  /** How many runs there are above this one. */
  readonly depth: number
  /** Nothing is brought about: an effect that the journal does not answer waits for ever. */
  readonly withholds?: true
  readonly beforeWrite: () => void
  readonly onWrite: (entry: Entry) => void
  readonly onLeaseLost: () => void
  /** Called when the run waits and does nothing else. */
  readonly onQuiet: () => void
  /** Whether the run has settled and nothing was added to it since. */
  readonly isReplay: () => boolean
  readonly lookForMessages: () => Promise<void>
}
