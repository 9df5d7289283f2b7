import { AssayError } from '../kernel/error.ts'

/** Says that the store itself is broken: which operation failed, and why. */
export function storeFailed(operation: string, reason: string, cause?: unknown): AssayError {
  return new AssayError(
    'store-failed',
    `Store operation "${operation}" failed: ${reason}`,
    { operation, reason },
    cause === undefined ? undefined : { cause },
  )
}

const closed = 'the store is closed'

/** Whether an operation failed because it came after `close()`. Pure. */
export function isClosed(error: AssayError<'store-failed'>): boolean {
  return error.data.reason === closed
}

/** Says that an operation came after `close()`. */
export function storeClosed(operation: string): AssayError {
  return storeFailed(operation, closed)
}
