import type { RunFilter, RunHead } from './journal-store.ts'

/** Whether a run is wanted. Pure. */
export function matches({ first, last }: RunHead, filter: RunFilter): boolean {
  const { updatedSince = Number.NEGATIVE_INFINITY, workflow } = filter
  if (last.at < updatedSince) return false
  return workflow === undefined || (first.type === 'run-started' && first.workflow === workflow)
}
