import type { LanguageModelV4Message } from '@ai-sdk/provider'
import { hashOf } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import { parseJson } from '../kernel/parse-json.ts'
import type { Prompt } from '../model/model.ts'
import type { Reply, ReplyPart } from '../model/reply.ts'
import type { ToolAnswer } from './tool-call.ts'

/**
 * The messages of one agent, with a rolling hash over all that was added. The hash is what a model
 * turn depends on, so that each turn hashes only what is new.
 *
 * Invariant: equal histories have equal keys, and what a turn adds is hashed once.
 */
export class Conversation {
  readonly #messages: LanguageModelV4Message[] = []
  #key: string
  #bytes: number

  /**
   * @param identity What the first turn depends on beside the messages: model, tools, schema.
   * @param bytes What the tools and the schema add to each request, in UTF-8 bytes.
   */
  constructor(identity: Json, bytes: number) {
    this.#key = hashOf(identity)
    this.#bytes = bytes
  }

  /** Content key of the next model turn. */
  get key(): string {
    return this.#key
  }

  /** The size of the next request in UTF-8 bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** The messages so far; the array grows and is not copied. */
  get prompt(): Prompt {
    return this.#messages
  }

  addSystem(content: string): void {
    this.#add({ role: 'system', content }, ['system', content])
  }

  addUser(text: string): void {
    this.#add({ role: 'user', content: [{ type: 'text', text }] }, ['user', text])
  }

  addReply(reply: Reply): void {
    const content = reply.parts.map(assistantPart)
    this.#add({ role: 'assistant', content }, reply as unknown as Json)
  }

  addToolAnswers(answers: readonly ToolAnswer[]): void {
    const content = answers.map(({ toolCallId, toolName, output }) => ({
      type: 'tool-result' as const,
      toolCallId,
      toolName,
      output,
    }))
    this.#add({ role: 'tool', content }, answers as unknown as Json)
  }

  #add(message: LanguageModelV4Message, added: Json): void {
    this.#messages.push(message)
    this.#key = hashOf([this.#key, added])
    this.#bytes += Buffer.byteLength(JSON.stringify(message))
  }
}

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number]

function assistantPart(part: ReplyPart): AssistantPart {
  const options = part.provider === undefined ? {} : { providerOptions: part.provider as never }
  if (part.type !== 'tool-call') return { type: part.type, text: part.text, ...options }
  const { toolCallId, toolName, input } = part
  return { type: 'tool-call', toolCallId, toolName, input: parsedOr(input), ...options }
}

/** The arguments as a value; text that is no JSON is repeated as it came. */
function parsedOr(text: string): Json {
  return parseJson(text) ?? text
}
