import type { Entry } from '../../src/journal/entry.ts'
import { payloadsOf } from '../../src/journal/codec.ts'
import type { JournalStore, Owner } from '../../src/store/journal-store.ts'
import { memoryStore } from '../../src/store/memory.ts'

const copier: Owner = {
  id: 'copier',
  host: 'test',
  pid: 1,
  bootId: '',
  pidNamespace: '',
  processStart: '',
}

/** The entries of a run. */
export async function entriesOf(store: JournalStore, runId: string): Promise<Entry[]> {
  const entries: Entry[] = []
  for await (const entry of store.read(runId)) entries.push(entry)
  return entries
}

/** A new store that holds the first entries of a run, as a crash after them would have left it. */
export async function prefixOf(
  store: JournalStore,
  runId: string,
  count: number,
): Promise<JournalStore> {
  const entries = (await entriesOf(store, runId)).slice(0, count)
  const copy = memoryStore()
  for (const { blob } of entries.flatMap(payloadsOf)) {
    const bytes = blob === undefined ? undefined : await store.getBlob(blob)
    if (bytes !== undefined) await copy.putBlob(bytes)
  }
  const leased = await copy.lease(runId, copier)
  if (!leased.ok) throw new Error('the copy is leased already')
  await copy.append(runId, entries, { after: 0, token: leased.lease.token })
  await copy.release(leased.lease)
  return copy
}

/** What of an outcome is equal after a crash: all but costs, usage and replay counts. */
export function equalPart(outcome: object): object {
  const {
    cost: _cost,
    usage: _usage,
    replay: _replay,
    ...rest
  } = outcome as Record<string, unknown>
  return rest
}
