import { jsonSchemaOf, type Schema, validate } from '../agent/schema.ts'
import { invalidArgument, invalidOption } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import { checkOptionNames, checkWhole } from '../kernel/options.ts'
import type { Accepted } from '../run/open-signals.ts'
import type { SignalRequest } from '../run/signal.ts'

/** How a signal is waited for. */
export interface SignalOptions<T> {
  /** What an answer must fit; others are refused and change nothing. */
  readonly schema?: Schema<T>
  /** What people who answer are told. */
  readonly prompt?: string
  /** How long it is waited for, in ms; default without end. */
  readonly timeoutMs?: number
  /** What is taken when the time has run out; without one, that is an error. Needs `timeoutMs`. */
  readonly default?: T
}

/**
 * Reads what a signal is waited for with.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument`, `invalid-option` or `value-not-lossless`.
 */
export function signalRequest<T>(key: string, options: SignalOptions<T> = {}): SignalRequest {
  checkSignal(key, options)
  const { schema, prompt, timeoutMs } = options
  return {
    key,
    ...(prompt !== undefined && { prompt }),
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...('default' in options && { fallback: { value: lossless(options.default, 'default') } }),
    ...(schema !== undefined && { jsonSchema: jsonSchemaOf(schema, 'schema') }),
    accept: (value) => accept(schema, value),
  }
}

function checkSignal(key: string, options: SignalOptions<unknown>): void {
  if (typeof key !== 'string' || key === '') throw invalidArgument('key', key, 'a text')
  checkOptionNames(options, { known: ['schema', 'prompt', 'timeoutMs', 'default'] })
  const { prompt, timeoutMs } = options
  if (prompt !== undefined && typeof prompt !== 'string') {
    throw invalidArgument('prompt', prompt, 'a text')
  }
  if (timeoutMs !== undefined) checkWhole('timeoutMs', timeoutMs, 0)
  if ('default' in options && timeoutMs === undefined) {
    throw invalidOption('default', 'cannot act without "timeoutMs"')
  }
}

/** Whether a schema accepts a value; what it makes of it must be something the journal carries. */
async function accept(
  schema: Schema<unknown> | undefined,
  value: Json | undefined,
): Promise<Accepted> {
  if (schema === undefined) return { ok: true, value }
  try {
    const valid = await validate(schema, value)
    return valid.ok ? { ok: true, value: lossless(valid.value, 'value') } : valid
  } catch (error) {
    return { ok: false, issues: [error instanceof Error ? error.message : String(error)] }
  }
}
