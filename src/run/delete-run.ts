import { AssayError } from '../kernel/error.ts'
import type { JournalStore } from '../store/journal-store.ts'
import { type LeaseTerms, takeLease } from './lease.ts'

/** Whether a run was deleted. */
export type Deleted =
  | { readonly ok: true }
  | { readonly ok: false; readonly reason: 'unknown-run' | 'running' }

/**
 * Deletes a run that nobody drives, and the blobs that nothing else refers to. The lease of an
 * owner that is provably dead keeps nothing.
 *
 * Durable.
 */
export async function deleteRun(
  store: JournalStore,
  runId: string,
  terms: LeaseTerms,
): Promise<Deleted> {
  if (!(await isListed(store, runId))) return { ok: false, reason: 'unknown-run' }
  try {
    await store.release(await takeLease(store, runId, terms))
  } catch (error) {
    if (AssayError.is(error, 'lease-held')) return { ok: false, reason: 'running' }
    throw error
  }
  return (await store.delete(runId)) ? { ok: true } : { ok: false, reason: 'running' }
}

async function isListed(store: JournalStore, runId: string): Promise<boolean> {
  for await (const _head of store.list({ runId })) return true
  return false
}
