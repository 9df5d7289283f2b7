import type { StepTelemetry } from '../journal/entry.ts'
import { AssayError } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import { parseJson } from '../kernel/parse-json.ts'
import type { ReplyPart } from '../model/reply.ts'
import type { Driver } from '../run/driver.ts'
import { type CallRecord, recordValue } from './call-record.ts'
import { unknownOutcome } from './prompts/agent.ts'
import { validate } from './schema.ts'
import type { Tool } from './tool.ts'

/** One tool call as a model wrote it. */
export type ToolCall = Extract<ReplyPart, { type: 'tool-call' }>

/** What a model is told about one of its tool calls. */
export interface ToolAnswer {
  readonly toolCallId: string
  readonly toolName: string
  readonly output:
    | { readonly type: 'text' | 'error-text'; readonly value: string }
    | { readonly type: 'json' | 'error-json'; readonly value: Json }
}

/** The arguments of a call, or why they are none. */
export type CallInput =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly reason: string }

/** Reads the arguments of a call. Pure. */
export function readInput(call: ToolCall): CallInput {
  if (call.input.trim() === '') return { ok: true, value: {} }
  const value = parseJson(call.input)
  return value === undefined
    ? { ok: false, reason: 'the arguments are not valid JSON' }
    : { ok: true, value }
}

/** Answers a call with a value. Pure. */
export function answered(call: ToolCall, value: Json): ToolAnswer {
  const { toolCallId, toolName } = call
  const output =
    typeof value === 'string' ? { type: 'text' as const, value } : { type: 'json' as const, value }
  return { toolCallId, toolName, output }
}

/** Answers a call with an error that the model can act on. Pure. */
export function answeredError(call: ToolCall, error: Json): ToolAnswer {
  const { toolCallId, toolName } = call
  const output =
    typeof error === 'string'
      ? { type: 'error-text' as const, value: error }
      : { type: 'error-json' as const, value: error }
  return { toolCallId, toolName, output }
}

/** What a tool call is performed in. */
export interface ToolCallContext {
  readonly driver: Driver
  /** Key of the conversation up to the reply that made the call. */
  readonly conversationKey: string
  readonly signal: AbortSignal
  readonly telemetry: StepTelemetry
  /** Hears what each call gave. */
  note(record: CallRecord): void
}

/**
 * Performs one tool call as a step of its own: validated, run within its time, and recorded.
 * Failures are told to the model; they never end the agent.
 *
 * At least once for `read` and `idempotent` tools; a `once` tool that a crash cut off is not run
 * again, and the model is told that its outcome is unknown.
 */
export async function performToolCall(
  call: ToolCall,
  tool: Tool,
  context: ToolCallContext,
): Promise<ToolAnswer> {
  const read = readInput(call)
  if (!read.ok) return answeredError(call, `Not run: ${read.reason}.`)
  try {
    const valid = await validate(tool.input, read.value)
    if (!valid.ok) return answeredError(call, `Not run: ${valid.issues.join('; ')}.`)
    const performed = await context.driver.perform({
      kind: 'tool',
      label: tool.name,
      key: hashOf(['tool', context.conversationKey, call.toolCallId, tool.name, read.value]),
      telemetry: context.telemetry,
      whenAmbiguous: tool.effect === 'once' ? 'leave' : 'again',
      dispatch: async ({ signal, idempotencyKey }) => {
        const either = AbortSignal.any([signal, context.signal])
        return {
          output: await run(tool, valid.value, { ...context, signal: either, idempotencyKey }),
        }
      },
    })
    if (performed.outcome === 'done') {
      const value = performed.value ?? null
      context.note(recordValue(tool.name, value))
      return clipped(call, value, tool)
    }
    const key = 'idempotencyKey' in performed ? { idempotencyKey: performed.idempotencyKey } : {}
    return answered(call, { outcome: 'unknown', note: unknownOutcome, ...key })
  } catch (error) {
    if (AssayError.is(error, 'run-cancelled')) throw error
    context.note({ tool: tool.name, returned: 'error' })
    return answeredError(call, error instanceof Error ? error.message : String(error))
  }
}

type RunContext = ToolCallContext & { readonly idempotencyKey: string }

async function run(tool: Tool, input: unknown, context: RunContext): Promise<unknown> {
  const { idempotencyKey } = context
  const { clock, events } = context.driver
  const time = new AbortController()
  const stop = clock.after(tool.timeoutMs, () => time.abort(timedOut(tool)))
  const signal = AbortSignal.any([context.signal, time.signal])
  const log = (message: string, data?: Json): void =>
    events.emit({ type: 'log', level: 'info', message, ...(data !== undefined && { data }) })
  try {
    const done = Promise.resolve(tool.execute(input, { signal, idempotencyKey, log }))
    return await Promise.race([done, aborted(signal)])
  } finally {
    stop()
  }
}

function timedOut({ name, timeoutMs }: Tool): AssayError {
  const message = `Tool "${name}" took longer than ${timeoutMs} ms`
  return new AssayError('tool-timeout', message, { tool: name, timeoutMs })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  })
}

/** Shows the model no more of a result than the tool's ceiling, and says what was cut. */
function clipped(call: ToolCall, value: Json, tool: Tool): ToolAnswer {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= tool.maxResultChars) return answered(call, value)
  const shown = text.slice(0, tool.maxResultChars).replace(/[\uD800-\uDBFF]$/, '')
  return answered(call, `${shown}\n[cut: ${shown.length} of ${text.length} characters are shown]`)
}
