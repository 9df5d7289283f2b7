import { createContext, Script } from 'node:vm'

/** What guarded work gave: its value, or nothing because its time was up. */
export type Guarded<T> = { readonly ok: true; readonly value: T } | { readonly ok: false }

const script = new Script('work()')

/**
 * Runs synchronous work that a hostile pattern may keep busy for years: a regular expression that
 * backtracks is broken off when the time is up, which nothing else in the process can do.
 *
 * Live: the time is the machine's.
 *
 * @param limitMs How long one piece of work may take.
 * @returns A function that runs work; what the work throws, it throws.
 */
export function timeGuard(limitMs: number): <T>(work: () => T) => Guarded<T> {
  const context = createContext({})
  return (work) => {
    context['work'] = work
    try {
      return {
        ok: true,
        value: script.runInContext(context, { timeout: limitMs }) as ReturnType<typeof work>,
      }
    } catch (error) {
      if (isTimeout(error)) return { ok: false }
      throw error
    }
  }
}

// Not by class: the error may be of the realm that the process began with.
function isTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null || !('code' in error)) return false
  return error.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
