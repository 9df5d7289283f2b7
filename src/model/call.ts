import type { LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Usage } from '../journal/usage.ts'
import { AssayError } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { ModelRequest } from './model.ts'
import type { FinishReason, Reply, ReplyPart } from './reply.ts'
import type { RoutedModel } from './route.ts'
import { usageOf } from './usage.ts'

/** What came of one call. `usage` is absent where the provider reported none. */
export type Called =
  | { readonly ok: true; readonly reply: Reply; readonly usage?: Usage }
  /** `billed` is false only where the provider turned the request down before any of a reply. */
  | {
      readonly ok: false
      readonly error: AssayError
      readonly usage?: Usage
      readonly billed: boolean
    }

/**
 * Calls a model once: one request, no hidden retry. A stream that ends without its terminal event
 * is a failure, whatever it brought before.
 *
 * Live.
 *
 * @param routed The model.
 * @param request What it is asked.
 * @param options A signal that breaks the call off, and who hears the text as it streams.
 */
export async function callModel(
  routed: RoutedModel,
  request: ModelRequest,
  options: { readonly signal: AbortSignal; readonly onText?: (text: string) => void },
): Promise<Called> {
  const collected = new Collected()
  try {
    const { stream } = await routed.model.doStream({ ...request, abortSignal: options.signal })
    for await (const part of stream) {
      collected.add(part)
      if (part.type === 'text-delta') options.onText?.(part.delta)
    }
    return collected.called(routed.name)
  } catch (thrown) {
    const error = providerFailed(routed.name, thrown)
    const billed = collected.begun || !isTurnedDown(thrown)
    return { ok: false, error, billed, ...collected.reported }
  }
}

/** Puts a stream's parts together. */
class Collected {
  readonly #parts: ReplyPart[] = []
  readonly #open = new Map<string, { type: 'text' | 'reasoning'; pieces: string[] }>()
  #finish: { finishReason: FinishReason; usage?: Usage } | undefined
  begun = false

  get reported(): { readonly usage?: Usage } {
    const usage = this.#finish?.usage
    return usage === undefined ? {} : { usage }
  }

  add(part: LanguageModelV4StreamPart): void {
    if (part.type === 'error') throw part.error
    if (part.type !== 'stream-start') this.begun = true
    if (part.type === 'text-start') this.#open.set(part.id, { type: 'text', pieces: [] })
    if (part.type === 'reasoning-start') this.#open.set(part.id, { type: 'reasoning', pieces: [] })
    if (part.type === 'text-delta') this.#append('text', part)
    if (part.type === 'reasoning-delta') this.#append('reasoning', part)
    if (part.type === 'text-end' || part.type === 'reasoning-end') {
      this.#close(part.id, part.providerMetadata)
    }
    if (part.type === 'tool-call') this.#addToolCall(part)
    if (part.type === 'finish') this.#end(part)
  }

  called(model: string): Called {
    for (const id of this.#open.keys()) this.#close(id)
    if (this.#finish === undefined) {
      const message = `The stream of "${model}" ended without its terminal event`
      const error = new AssayError('reply-incomplete', message, { model })
      return { ok: false, error, billed: true }
    }
    const { finishReason } = this.#finish
    return { ok: true, reply: { parts: this.#parts, finishReason }, ...this.reported }
  }

  /** Takes in a piece; one whose part was never begun begins it. */
  #append(type: 'text' | 'reasoning', { id, delta }: { id: string; delta: string }): void {
    const open = this.#open.get(id) ?? { type, pieces: [] }
    this.#open.set(id, open)
    open.pieces.push(delta)
  }

  #close(id: string, metadata?: unknown): void {
    const open = this.#open.get(id)
    this.#open.delete(id)
    if (open === undefined) return
    const text = open.pieces.join('')
    if (text !== '' || metadata !== undefined) {
      this.#parts.push({ type: open.type, text, ...providerPart(metadata) })
    }
  }

  #addToolCall(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): void {
    const { toolCallId, toolName, input, providerMetadata } = part
    const text = typeof input === 'string' ? input : JSON.stringify(input ?? {})
    const provider = providerPart(providerMetadata)
    this.#parts.push({ type: 'tool-call', toolCallId, toolName, input: text, ...provider })
  }

  #end(part: Extract<LanguageModelV4StreamPart, { type: 'finish' }>): void {
    const reason: unknown = part.finishReason
    const unified = typeof reason === 'string' ? reason : part.finishReason.unified
    const usage = usageOf(part.usage)
    this.#finish = { finishReason: unified as FinishReason, ...(usage !== undefined && { usage }) }
  }
}

/** What a provider wants back with a part in later requests, as far as JSON carries it. */
function providerPart(metadata: unknown): { provider?: Json } {
  try {
    const provider = lossless(metadata, 'providerMetadata')
    return provider === undefined ? {} : { provider }
  } catch {
    return {}
  }
}

function providerFailed(model: string, thrown: unknown): AssayError {
  if (AssayError.is(thrown)) return thrown
  const { statusCode, isRetryable } = fieldsOf(thrown)
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  const retryable =
    isRetryable ?? (statusCode === undefined || statusCode === 429 || statusCode >= 500)
  return new AssayError(
    'provider-failed',
    `"${model}" failed: ${message}`,
    { model, retryable, ...(statusCode !== undefined && { statusCode }) },
    { cause: thrown },
  )
}

/** Whether the provider answered a request with a refusal; without one it may have been billed. */
function isTurnedDown(thrown: unknown): boolean {
  return (fieldsOf(thrown).statusCode ?? 0) >= 400
}

function fieldsOf(thrown: unknown): { statusCode?: number; isRetryable?: boolean } {
  if (typeof thrown !== 'object' || thrown === null) return {}
  const { statusCode, isRetryable } = thrown as Record<string, unknown>
  return {
    ...(typeof statusCode === 'number' && { statusCode }),
    ...(typeof isRetryable === 'boolean' && { isRetryable }),
  }
}
