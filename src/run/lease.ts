import type { Clock } from '../kernel/clock.ts'
import { crashPoint } from '../kernel/crash-point.ts'
import { AssayError } from '../kernel/error.ts'
import type { JournalStore, Lease, Owner } from '../store/journal-store.ts'
import { isProvablyDead, ownerName } from './owner.ts'

/** How long a lease lasts without a heartbeat, where the host does not say. */
export const defaultLeaseTtlMs: number = 30_000

/** Who takes a lease, and for how long without a heartbeat. */
export interface LeaseTerms {
  readonly owner: Owner
  readonly leaseTtlMs: number
}

/**
 * Takes the right to drive a run. A lease whose owner is provably dead is taken over at once.
 *
 * @throws {AssayError} `lease-held` with the owner's name while another process drives the run.
 */
export async function takeLease(
  store: JournalStore,
  runId: string,
  { owner, leaseTtlMs: ttlMs }: LeaseTerms,
): Promise<Lease> {
  let leased = await store.lease(runId, owner, { ttlMs })
  if (!leased.ok && isProvablyDead(leased.holder.owner)) {
    const replacing = leased.holder.token
    leased = await store.lease(runId, owner, { ttlMs, replacing })
  }
  crashPoint('lease-taken')
  if (leased.ok) return leased.lease
  const name = ownerName(leased.holder.owner)
  throw new AssayError('lease-held', `Run "${runId}" is driven by ${name}`, { runId, owner: name })
}

/**
 * Keeps a lease alive with a heartbeat at a third of its life.
 *
 * Invariant: `holds()` is true only while the last renewal that is known to have succeeded is
 * younger than the lease's life, so that a process which was stopped for longer pays for nothing.
 */
export class Heartbeat {
  readonly #store: JournalStore
  readonly #clock: Clock
  readonly #stop: () => void
  #lease: Lease

  constructor(options: HeartbeatOptions) {
    this.#store = options.store
    this.#clock = options.clock
    this.#lease = options.lease
    this.#stop = options.clock.every(options.leaseTtlMs / 3, () => void this.#renew(options.onLost))
  }

  get lease(): Lease {
    return this.#lease
  }

  holds(): boolean {
    return this.#clock.now() < this.#lease.expiresAt
  }

  /** Stops the heartbeat and gives the lease back; one that cannot be given back expires. */
  async stop(): Promise<void> {
    this.#stop()
    await this.#store.release(this.#lease).catch(() => undefined)
  }

  async #renew(onLost: () => void): Promise<void> {
    try {
      const renewed = await this.#store.renew(this.#lease)
      if (renewed.ok) this.#lease = renewed.lease
      else onLost()
    } catch {
      // A renewal that failed leaves the deadline as it was: `holds()` turns false on time.
    }
  }
}

export interface HeartbeatOptions {
  readonly store: JournalStore
  readonly leaseTtlMs: number
  readonly clock: Clock
  readonly lease: Lease
  readonly onLost: () => void
}
