import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import type { Account } from '../budget/account.ts'
import {
  affordableOutputTokens,
  costNanoUsd,
  type ModelPrice,
  mostNanoUsd,
} from '../budget/price.ts'
import type { StepTelemetry } from '../journal/entry.ts'
import type { Usage } from '../journal/usage.ts'
import { AssayError } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import { callModel, type Called } from '../model/call.ts'
import type { ModelRequest } from '../model/model.ts'
import type { Permits } from '../model/permits.ts'
import type { RoutedModel } from '../model/route.ts'
import type { Driver } from '../run/driver.ts'
import type { Admission, Cost, Dispatched, Performed } from '../run/effect.ts'
import type { Conversation } from './conversation.ts'

/** One model turn of an agent. */
export interface Turn {
  readonly driver: Driver
  readonly permits: Permits
  readonly routed: RoutedModel
  /** Absent for a model without a price. */
  readonly price?: ModelPrice
  /** Throws where the model has no price and needs one. */
  refuseUnpriced(): void
  readonly conversation: Conversation
  readonly tools: readonly LanguageModelV4FunctionTool[]
  readonly responseFormat?: ModelRequest['responseFormat']
  readonly account: Account
  /** Output tokens that the call asks for; clamped to what the budget leaves. */
  readonly maxOutputTokens: number
  /** Below this many output tokens a call is not worth its price and is refused. */
  readonly minOutputTokens: number
  readonly whenAmbiguous: 'again' | 'leave'
  readonly signal: AbortSignal
  readonly label: string
  readonly telemetry: StepTelemetry
}

/**
 * Performs one model turn: reserved, called once, settled and recorded.
 *
 * Durable.
 *
 * @throws {AssayError} `provider-failed`, `reply-incomplete` or `run-cancelled`, the same on replay;
 * `model-unpriced` before anything is written.
 */
export function performTurn(turn: Turn): Promise<Performed> {
  const { driver, conversation, account, label, telemetry, whenAmbiguous } = turn
  return driver.perform<number>({
    kind: 'model',
    label,
    key: hashOf(['model', conversation.key]),
    telemetry: { ...telemetry, model: turn.routed.name },
    whenAmbiguous,
    account,
    admit: (mostNanoUsd) => admit(turn, mostNanoUsd),
    dispatch: ({ grant, signal }) => dispatch(turn, grant, AbortSignal.any([signal, turn.signal])),
  })
}

/** Grants as many output tokens as the free amount covers, up to what was asked for. */
function admit(turn: Turn, mostFree = Number.POSITIVE_INFINITY): Admission<number> {
  turn.refuseUnpriced()
  const { price } = turn
  const freeNanoUsd = Math.min(turn.account.freeNanoUsd, mostFree)
  const { bytes } = turn.conversation
  if (price === undefined) {
    return { ok: true, reservedNanoUsd: 0, grant: turn.maxOutputTokens }
  }
  const affordable = affordableOutputTokens(freeNanoUsd, { bytes }, price)
  const granted = Math.min(turn.maxOutputTokens, affordable)
  const least = Math.min(turn.minOutputTokens, turn.maxOutputTokens)
  if (granted < least) {
    const neededNanoUsd = mostNanoUsd({ bytes, maxOutputTokens: least }, price)
    return { ok: false, neededNanoUsd, freeNanoUsd }
  }
  const reservedNanoUsd = mostNanoUsd({ bytes, maxOutputTokens: granted }, price)
  return { ok: true, reservedNanoUsd, grant: granted }
}

async function dispatch(
  turn: Turn,
  maxOutputTokens: number,
  signal: AbortSignal,
): Promise<Dispatched> {
  const { routed, conversation, tools, responseFormat, driver, label } = turn
  const request: ModelRequest = {
    prompt: conversation.prompt,
    maxOutputTokens,
    // Tells scripted models what they play; providers read only options under their own name.
    providerOptions: { assay: { role: turn.telemetry.role ?? 'default' } },
    ...(tools.length > 0 && { tools: [...tools] }),
    ...(responseFormat !== undefined && { responseFormat }),
    ...(routed.effort !== undefined && { reasoning: routed.effort }),
  }
  const onText = (text: string): void => driver.events.emit({ type: 'delta', agent: label, text })
  const called = await turn.permits.within(async () =>
    signal.aborted ? notSent(signal) : callModel(routed, request, { signal, onText }),
  )
  const paid = {
    cost: costOf(called, turn.price),
    ...(called.usage !== undefined && { usage: called.usage }),
  }
  if (called.ok) return { output: called.reply, ...paid }
  return { error: signal.aborted ? abortReason(signal) : called.error, ...paid }
}

/** A call that was cancelled while it waited for its turn. */
function notSent(signal: AbortSignal): Called {
  return { ok: false, error: abortReason(signal), billed: false }
}

function costOf(called: Called, price: ModelPrice | undefined): Cost {
  if (!called.ok && !called.billed) return 0
  const usage: Usage | undefined = called.usage
  if (price === undefined) return 'unpriced'
  return usage === undefined ? 'unknown' : costNanoUsd(usage, price)
}

function abortReason(signal: AbortSignal): AssayError {
  const reason: unknown = signal.reason
  if (AssayError.is(reason)) return reason
  const text = reason instanceof Error ? reason.message : String(reason)
  return new AssayError('run-cancelled', `Cancelled: ${text}`, { reason: text })
}
