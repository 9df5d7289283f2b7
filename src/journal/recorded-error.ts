import { AssayError, type ErrorCode } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'

/** An error as the journal keeps it: data, without a stack or a class. */
export interface RecordedError {
  readonly code: string
  readonly message: string
  readonly data?: Json
  /** Set when `code` is the thrower's own and not one of the error register. */
  readonly foreign?: true
}

/**
 * Reduces anything thrown to what the journal keeps.
 *
 * Pure.
 *
 * @param thrown Whatever was thrown.
 * @param step The label of the step that threw, for errors that carry no code.
 */
export function recordError(thrown: unknown, step: string): RecordedError {
  if (AssayError.is(thrown)) {
    return { code: thrown.code, message: thrown.message, data: jsonOf(thrown.data) ?? null }
  }
  const message = messageOf(thrown)
  const code = codeOf(thrown)
  if (code === undefined) return { code: 'step-failed', message, data: { step } }
  const kept = jsonOf(fieldOf(thrown, 'data'))
  return kept === undefined
    ? { code, message, foreign: true }
    : { code, message, foreign: true, data: kept }
}

/** Makes a recorded error throwable again: equal code, message and data. Pure. */
export function reviveError(recorded: RecordedError, cause?: unknown): Error {
  const options = cause === undefined ? undefined : { cause }
  if (recorded.foreign !== true) {
    return new AssayError(
      recorded.code as ErrorCode,
      recorded.message,
      recorded.data as never,
      options,
    )
  }
  const error = new Error(recorded.message, options)
  return Object.assign(
    error,
    { code: recorded.code },
    'data' in recorded && { data: recorded.data },
  )
}

/** Says what was thrown, also where that is an object which cannot say it itself. */
function messageOf(thrown: unknown): string {
  try {
    return String(thrown instanceof Error ? thrown.message : thrown)
  } catch {
    return 'something was thrown that cannot be shown'
  }
}

function codeOf(thrown: unknown): string | undefined {
  const code = fieldOf(thrown, 'code')
  return typeof code === 'string' ? code : undefined
}

function fieldOf(thrown: unknown, field: 'code' | 'data'): unknown {
  if (typeof thrown !== 'object' || thrown === null) return undefined
  try {
    return (thrown as Record<string, unknown>)[field]
  } catch {
    return undefined
  }
}

function jsonOf(data: unknown): Json | undefined {
  try {
    return lossless(data, 'data')
  } catch {
    return undefined
  }
}
