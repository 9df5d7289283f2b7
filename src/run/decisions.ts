import type { Draft, Entry, Identity } from '../journal/entry.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { pack, unpack } from './payload.ts'
import type { ReleaseQueue } from './release-queue.ts'
import type { ReplayIndex } from './replay-index.ts'

/** Takes a run's decisions: computed the first time, then read back. */
export class Decisions {
  readonly #options: DecisionsOptions

  constructor(options: DecisionsOptions) {
    this.#options = options
  }

  /** Takes a decision, or resolves with the recorded one when it is its turn. */
  async take(
    identity: Identity,
    decision: string,
    compute: () => unknown,
  ): Promise<Json | undefined> {
    const { index, releases, store, ready, write } = this.#options
    const recorded = index.take(identity)
    if (recorded?.state === 'decided') {
      const { seq, value } = recorded.entry
      return releases.turn(seq, unpack(value, store))
    }
    const value = lossless(await compute(), decision)
    await ready()
    const { payload, blobs } = pack(value)
    write({ type: 'decided', ...identity, decision, value: payload }, blobs)
    return value
  }

  /** Takes a small decision at once. */
  takeNow<T extends string | number>(identity: Identity, decision: string, compute: () => T): T {
    const recorded = this.#options.index.take(identity)
    if (recorded?.state === 'decided') return recorded.entry.value.json as T
    const json = compute()
    this.#options.write({ type: 'decided', ...identity, decision, value: { json } })
    return json
  }

  /** Keeps bytes as a blob; `undefined` if the store failed to. */
  async retain(
    identity: Identity,
    decision: string,
    bytes: Uint8Array,
  ): Promise<string | undefined> {
    const { index, store, ready, write } = this.#options
    const recorded = index.take(identity)
    if (recorded?.state === 'decided') return recorded.entry.value.blob
    await ready()
    const blob = await store.putBlob(bytes).catch(() => undefined)
    const value = blob === undefined ? {} : { blob }
    write({ type: 'decided', ...identity, decision, value })
    return blob
  }
}

export interface DecisionsOptions {
  readonly index: Pick<ReplayIndex, 'take'>
  readonly releases: Pick<ReleaseQueue, 'turn'>
  readonly store: Pick<JournalStore, 'getBlob' | 'putBlob'>
  readonly write: (draft: Draft, blobs?: readonly Uint8Array[]) => Entry
  /** Resolves at once, or never again. */
  readonly ready: () => Promise<void>
}
