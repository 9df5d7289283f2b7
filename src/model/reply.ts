import type { Json } from '../kernel/json.ts'

/** A part of a model's reply, as the journal keeps it and as later requests repeat it. */
export type ReplyPart =
  | { readonly type: 'text'; readonly text: string; readonly provider?: Json }
  | { readonly type: 'reasoning'; readonly text: string; readonly provider?: Json }
  | {
      readonly type: 'tool-call'
      readonly toolCallId: string
      readonly toolName: string
      /** The arguments as the model wrote them: JSON text, if it kept to the protocol. */
      readonly input: string
      readonly provider?: Json
    }

/** Why a reply ended. */
export type FinishReason =
  | 'stop'
  | 'length'
  | 'content-filter'
  | 'tool-calls'
  | 'error'
  | 'interrupted'
  | 'other'

/** What one call of a model brought. */
export interface Reply {
  readonly parts: readonly ReplyPart[]
  readonly finishReason: FinishReason
}

/** The text of a reply, without reasoning. Pure. */
export function textOf(reply: Reply): string {
  return reply.parts.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** The tool calls of a reply, in order. Pure. */
export function toolCallsOf(reply: Reply): readonly Extract<ReplyPart, { type: 'tool-call' }>[] {
  return reply.parts.filter((part) => part.type === 'tool-call')
}
