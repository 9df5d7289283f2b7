import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { isRecord, parseJson } from './json-value.ts'

/** One tool call of the prompt with what came back. */
export interface Exchange {
  readonly toolName: string
  readonly input: unknown
  /** The result without its coverage envelope; `undefined` if none came back or it was an error. */
  readonly value: unknown
  readonly error?: unknown
  /** The tool looked and matched nothing. */
  readonly absent: boolean
  /** What the tool says it looked at, where it found nothing. */
  readonly checked: readonly string[]
  /** What the tool says it did not look at or show. */
  readonly notChecked: readonly string[]
}

/** A call as the roles read it: everything a stateless model can know. */
export interface Conversation {
  /** The last user message. */
  readonly request: string
  /** Every user message, joined. */
  readonly userText: string
  readonly exchanges: readonly Exchange[]
  /** How many assistant turns called tools. */
  readonly turnsTaken: number
  /** Offered tools by name, with their JSON schemas. */
  readonly tools: ReadonlyMap<string, unknown>
  /** The JSON schema that the reply must follow, if any. */
  readonly replySchema?: unknown
}

/** Reads the messages and tools of a call. Pure. */
export function readConversation(options: LanguageModelV4CallOptions): Conversation {
  const { prompt, tools, toolChoice, responseFormat } = options
  const requests = prompt.filter((message) => message.role === 'user').map(textOf)
  const offered = toolChoice?.type === 'none' ? [] : (tools ?? [])
  return {
    request: requests.at(-1) ?? '',
    userText: requests.join('\n\n'),
    exchanges: exchangesOf(prompt),
    turnsTaken: prompt.filter((message) => callsOf(message).length > 0).length,
    tools: new Map(
      offered.map((tool) => [tool.name, tool.type === 'function' ? tool.inputSchema : undefined]),
    ),
    ...(responseFormat?.type === 'json' && { replySchema: responseFormat.schema }),
  }
}

/** The exchanges of one tool, in order. Pure. */
export function exchangesWith(conversation: Conversation, toolName: string): readonly Exchange[] {
  return conversation.exchanges.filter((exchange) => exchange.toolName === toolName)
}

type ToolCallPart = Extract<
  Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number],
  { type: 'tool-call' }
>

function callsOf(message: LanguageModelV4Message): readonly ToolCallPart[] {
  if (message.role !== 'assistant') return []
  return message.content.filter((part) => part.type === 'tool-call')
}

function exchangesOf(prompt: readonly LanguageModelV4Message[]): readonly Exchange[] {
  const outputs = new Map<string, LanguageModelV4ToolResultOutput>()
  for (const message of prompt) {
    if (message.role !== 'tool' && message.role !== 'assistant') continue
    for (const part of message.content) {
      if (part.type === 'tool-result') outputs.set(part.toolCallId, part.output)
    }
  }
  return prompt.flatMap(callsOf).map((call) => {
    const input = typeof call.input === 'string' ? parseJson(call.input) : call.input
    return { toolName: call.toolName, input, ...readOutput(outputs.get(call.toolCallId)) }
  })
}

type Outcome = Omit<Exchange, 'toolName' | 'input'>

const nothing = { value: undefined, absent: false, checked: [], notChecked: [] }

function readOutput(output: LanguageModelV4ToolResultOutput | undefined): Outcome {
  switch (output?.type) {
    case undefined:
      return { ...nothing, error: 'no result' }
    case 'execution-denied':
      return { ...nothing, error: output.reason ?? 'denied' }
    case 'error-text':
      return { ...nothing, error: parseJson(output.value) }
    case 'error-json':
      return { ...nothing, error: output.value }
    case 'text':
      return unwrap(parseJson(output.value))
    case 'json':
      return unwrap(output.value)
    case 'content': {
      const texts = output.value.map((part) => (part.type === 'text' ? part.text : ''))
      return unwrap(parseJson(texts.join('\n')))
    }
  }
}

/** Takes the coverage envelope off a result, also off an absence inside one. */
function unwrap(value: unknown): Outcome {
  if (!isRecord(value) || !isRecord(value['coverage']) || !('result' in value)) {
    return readPayload(value)
  }
  const outer = itemsOf(value['coverage']['not_checked'])
  const payload = readPayload(value['result'])
  return { ...payload, notChecked: [...outer, ...payload.notChecked] }
}

function readPayload(value: unknown): Outcome {
  if (!isRecord(value) || value['absent'] !== true) return { ...nothing, value }
  const { checked, not_checked: notChecked } = value
  return { ...nothing, checked: itemsOf(checked), absent: true, notChecked: itemsOf(notChecked) }
}

function itemsOf(items: unknown): readonly string[] {
  if (!Array.isArray(items)) return []
  return items.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    if (!isRecord(item) || typeof item['what'] !== 'string') return []
    const why = typeof item['why'] === 'string' ? item['why'].split(':')[0] : undefined
    return [why === undefined ? item['what'] : `${item['what']} (${why})`]
  })
}

function textOf(message: LanguageModelV4Message): string {
  if (typeof message.content === 'string') return message.content
  return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}
