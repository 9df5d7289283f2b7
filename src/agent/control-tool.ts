import type { Json } from '../kernel/json.ts'

/**
 * A tool of the library's own that steers a run, such as starting a child. It is answered in this
 * process on every replay, and journals its own decisions.
 */
export interface ControlTool {
  readonly name: string
  readonly description: string
  readonly jsonSchema: Json
  /** Answers one call; bad input is answered as an error, never thrown. */
  answer(input: Json, call: ControlCall): Promise<ControlAnswer>
}

export interface ControlCall {
  readonly toolCallId: string
  /** Content key of the conversation up to the reply that made the call. */
  readonly conversationKey: string
}

/** What a control tool says: a value or an error for the model, or the end of the agent. */
export type ControlAnswer =
  | { readonly value: Json }
  | { readonly error: Json }
  | { readonly end: Json }
