import type { Clock } from '../kernel/clock.ts'
import { AssayError } from '../kernel/error.ts'
import { isClosed } from '../store/store-failed.ts'

const maxAttempts = 5
const retryAfterMs = 50

/**
 * Repeats what a store failed to do, a few times and ever more slowly: another process may have
 * been in its way. For what may be done twice without harm.
 *
 * @throws {AssayError} What the last attempt threw; at once, where the store is closed.
 */
export async function patiently<T>(clock: Clock, act: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await act()
    } catch (error) {
      const mayPass = AssayError.is(error, 'store-failed') && !isClosed(error)
      if (!mayPass || attempt >= maxAttempts) throw error
      await clock.sleep(retryAfterMs * attempt)
    }
  }
}
