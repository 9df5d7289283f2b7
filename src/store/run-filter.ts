import type { RunFilter, RunHead, UnreadableRun } from './journal-store.ts'

/** Whether a run is wanted. Pure. */
export function matches(head: RunHead | UnreadableRun, filter: RunFilter): boolean {
  const { updatedSince = Number.NEGATIVE_INFINITY, workflow } = filter
  if ('unreadable' in head) return filter.updatedSince === undefined && workflow === undefined
  const { first, last } = head
  if (last.at < updatedSince) return false
  return workflow === undefined || (first.type === 'run-started' && first.workflow === workflow)
}
