import type { Entry } from '../journal/entry.ts'
import type { AssayError } from '../kernel/error.ts'

/** What a writer must still hold for its write to count. */
export interface WriteGuard {
  /** `seq` of the last entry that the writer has seen; 0 for an empty journal. */
  readonly after: number
  /** Fencing token of the writer's lease. Tokens of a run only grow; an older one is refused. */
  readonly token: number
}

/** The answer to an append. A refused writer must stop before it pays for anything. */
export type Appended =
  | { readonly ok: true; readonly lastSeq: number }
  | { readonly ok: false; readonly reason: 'conflict'; readonly lastSeq: number }
  | { readonly ok: false; readonly reason: 'fenced'; readonly heldBy: number }

/** A process that drives runs, described so that another one can prove it dead. */
export interface Owner {
  /** Unique for each engine. */
  readonly id: string
  readonly host: string
  readonly pid: number
  /** Identifies the boot of the machine; with a namespace and a start time, the process itself. */
  readonly bootId: string
  readonly pidNamespace: string
  readonly processStart: string
}

/** The right to drive a run, until `expiresAt` (epoch ms). */
export interface Lease {
  readonly runId: string
  readonly token: number
  readonly owner: Owner
  readonly expiresAt: number
}

/** The answer to a request for a lease. */
export type Leased =
  | { readonly ok: true; readonly lease: Lease }
  | { readonly ok: false; readonly reason: 'held'; readonly holder: Lease }

/** How a lease is taken. */
export interface LeaseOptions {
  /** How long the lease lasts without a renewal, in ms; default 30,000. */
  readonly ttlMs?: number
  /** Token of a lease whose owner was proved dead: that lease is replaced at once. */
  readonly replacing?: number
}

/** The ends of a run's journal: enough for a list of runs. */
export interface RunHead {
  readonly runId: string
  readonly first: Entry
  readonly last: Entry
  /** The lease that stands, expired or not; absent once it was released. */
  readonly lease?: Lease
}

/** A run of which not even the ends can be read. Its entries up to the damage still can. */
export interface UnreadableRun {
  readonly runId: string
  readonly unreadable: AssayError<'journal-corrupt' | 'journal-format'>
  readonly lease?: Lease
}

/** Which runs are listed; without a field, all. */
export interface RunFilter {
  /** Only runs whose last entry was written at or after this time (epoch ms). */
  readonly updatedSince?: number
  /** Only this run. */
  readonly runId?: string
  /** Only runs of this workflow. */
  readonly workflow?: string
}

/** The answer to an amount that is to be spent in a day. */
export type Spent =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'over-limit'; readonly freeNanoUsd: number }

/** A message from outside for a run's one driver. */
export interface Message {
  readonly id: string
  readonly at: number
  readonly body: string
}

/**
 * Where journals live. An implementation is right when `journalStoreConformance` passes on it.
 *
 * Refusals are answers; only a broken store throws (`store-failed`).
 */
export interface JournalStore {
  /**
   * Appends all of `entries` or none; durable when it resolves. Appends are applied in the order
   * of the calls.
   */
  append(runId: string, entries: readonly Entry[], guard: WriteGuard): Promise<Appended>

  /**
   * Reads in `seq` order, from `from` (default 1) to the end known when the call was made.
   *
   * @throws {AssayError} `journal-corrupt` at the first record that cannot be read.
   */
  read(runId: string, from?: number): AsyncIterable<Entry>

  /**
   * The runs of this store, the one written to last first. One that cannot be read hides no other;
   * a filter by time or workflow leaves it out.
   */
  list(filter?: RunFilter): AsyncIterable<RunHead | UnreadableRun>

  /** Takes the right to drive a run, with a token above all earlier ones of that run. */
  lease(runId: string, owner: Owner, options?: LeaseOptions): Promise<Leased>

  /** Extends a lease; `held` if another token was given out since. */
  renew(lease: Lease): Promise<Leased>

  /** Gives a lease back. Nothing happens if it is no longer the one that stands. */
  release(lease: Lease): Promise<void>

  /** Keeps bytes under their SHA-256 (hex); equal bytes are stored once. */
  putBlob(bytes: Uint8Array): Promise<string>

  getBlob(hash: string): Promise<Uint8Array | undefined>

  /** Leaves a message for the run's driver. */
  post(runId: string, message: Message): Promise<void>

  /** The run's messages, oldest first. */
  inbox(runId: string): Promise<readonly Message[]>

  /** Deletes messages of a run once its journal says what became of them; unknown ids are fine. */
  dismiss(runId: string, messageIds: readonly string[]): Promise<void>

  /**
   * Adds to what all runs spent in a day, unless that passes `limitNanoUsd`: judged and added in
   * one step, whoever else spends. Durable when it resolves.
   *
   * @param day A UTC day, as `2026-01-31`.
   * @param nanoUsd Whole nano-dollars; below 0 what is given back.
   * @param limitNanoUsd The most for the day; without one, nothing is refused.
   */
  spend(day: string, nanoUsd: number, limitNanoUsd?: number): Promise<Spent>

  /** Deletes a run's journal, inbox and lease; refused as `false` while a live lease stands. */
  delete(runId: string): Promise<boolean>

  close(): Promise<void>
}

/** What every store can do, by name. */
export const storeMethods: readonly (keyof JournalStore)[] = [
  'append',
  'read',
  'list',
  'lease',
  'renew',
  'release',
  'putBlob',
  'getBlob',
  'post',
  'inbox',
  'delete',
  'close',
]
