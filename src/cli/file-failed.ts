import { AssayError } from '../kernel/error.ts'

/** The error for a file that cannot be `read` or `written`. Pure. */
export function fileFailed(deed: 'read' | 'written', path: string, cause: unknown): AssayError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  const message = `"${path}" cannot be ${deed}: ${reason}`
  return new AssayError('file-failed', message, { path, reason }, { cause })
}
