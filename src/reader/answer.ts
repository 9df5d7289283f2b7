/** What a role answers with: a text, or tools to call. */
export type Answer =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'calls'; readonly calls: readonly RequestedCall[] }

/** A tool that a role wants called. */
export interface RequestedCall {
  readonly toolName: string
  readonly input: Readonly<Record<string, unknown>>
}

/** An answer that ends the conversation. Pure. */
export function say(text: string): Answer {
  return { kind: 'text', text }
}

/** An answer that asks for tools. Pure. */
export function call(calls: readonly RequestedCall[]): Answer {
  return { kind: 'calls', calls }
}
