import { linkOf } from '../../journal/codec.ts'
import { type Decided, type Entry, genesis, journalFormat } from '../../journal/entry.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Json } from '../../kernel/json.ts'
import type { JournalStore, Owner } from '../journal-store.ts'

/** Makes an empty store that tells time by `clock`. The suite closes it. */
export type MakeStore = (options: { readonly clock: Clock }) => JournalStore | Promise<JournalStore>

/** One thing that every store must do. */
export interface ConformanceCase {
  /** A sentence that starts with the method: `append() refuses …`. */
  readonly name: string
  /** Rejects if the store does not do it. */
  run(): Promise<void>
}

/** What a case works with: an empty store and the time that it goes by. */
export interface Scene {
  readonly store: JournalStore
  /** Moves the store's clock forward. */
  pass(ms: number): void
  /** Reads the store's clock. */
  now(): number
}

/** The cases of one method, each on a store of its own that is closed at the end. */
export function casesOf(
  makeStore: MakeStore,
  method: string,
  acts: Readonly<Record<string, (scene: Scene) => Promise<void>>>,
): readonly ConformanceCase[] {
  return Object.entries(acts).map(([behaviour, act]) => ({
    name: `${method}() ${behaviour}`,
    async run() {
      let time = 1_000_000
      const clock: Clock = {
        now: () => time,
        sleep: () => Promise.resolve(),
        after: () => () => undefined,
        every: () => () => undefined,
      }
      const store = await makeStore({ clock })
      try {
        await act({ store, now: () => time, pass: (ms) => void (time += ms) })
      } finally {
        await store.close()
      }
    },
  }))
}

/** An engine that takes leases. */
export function owner(id: string): Owner {
  return { id, host: 'host', pid: 1, bootId: 'boot', pidNamespace: 'pid:[1]', processStart: '1' }
}

/** A journal that starts a run and then decides one value after the other, linked by hashes. */
export function journalOf(values: readonly Json[], workflow = 'work', at = 1): readonly Entry[] {
  const entries: Entry[] = [
    {
      type: 'run-started',
      seq: 1,
      at,
      prev: genesis,
      format: journalFormat,
      workflow,
      args: { json: null },
    },
  ]
  for (const value of values) {
    const last = entries.at(-1)
    if (last !== undefined) entries.push(decided(last, { json: value }))
  }
  return entries
}

/** The entry after `last`: a decision for `value`. */
export function decided(last: Entry, value: Decided['value']): Decided {
  const { seq, at } = last
  const place = { seq: seq + 1, at, prev: linkOf(last) }
  return { type: 'decided', ...place, scope: '', key: 'k', ordinal: seq, decision: 'd', value }
}

/** Appends a whole journal to a run that was never leased. */
export async function fill(
  store: JournalStore,
  runId: string,
  entries: readonly Entry[] = journalOf([]),
): Promise<readonly Entry[]> {
  await store.append(runId, entries, { after: 0, token: 0 })
  return entries
}

/** All that an iterable gives, in order. */
export async function collect<Item>(items: AsyncIterable<Item>): Promise<readonly Item[]> {
  const collected: Item[] = []
  for await (const item of items) collected.push(item)
  return collected
}
