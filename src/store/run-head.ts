import type { Entry } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import type { Lease, RunHead, UnreadableRun } from './journal-store.ts'

/** What a store knows of a run before it reads its entries. */
export interface Listed {
  readonly runId: string
  /** The lease that stands, expired or not. */
  readonly lease: Lease | undefined
}

/**
 * The head of a run, or why it has none: a run whose ends cannot be read keeps no other run from
 * being listed.
 *
 * @param ends Reads the first and the last entry.
 */
export function headOf(
  { runId, lease }: Listed,
  ends: () => { readonly first: Entry; readonly last: Entry },
): RunHead | UnreadableRun {
  const listed = { runId, ...(lease !== undefined && { lease }) }
  try {
    return { ...listed, ...ends() }
  } catch (error) {
    if (!isOfJournal(error)) throw error
    return { ...listed, unreadable: error }
  }
}

/** Whether an error is about one journal, and not about the store. Pure. */
export function isOfJournal(
  error: unknown,
): error is AssayError<'journal-corrupt' | 'journal-format'> {
  return AssayError.is(error, 'journal-corrupt') || AssayError.is(error, 'journal-format')
}
