import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider'
import type { Json } from '../kernel/json.ts'
import { checkFunction, checkObject } from '../kernel/options.ts'
import type { FinishReason } from '../model/reply.ts'

/** What a script sees of one call. */
export interface Call {
  /** What the model was asked to play, such as `coordinator` or `child`. */
  readonly role: string
  /** The text of the first user message. */
  readonly prompt: string
  readonly messages: readonly LanguageModelV4Message[]
  readonly tools: readonly LanguageModelV4FunctionTool[]
  /** 1 for the first reply of a conversation. */
  readonly turn: number
  readonly maxOutputTokens?: number
}

/** What a script answers. With structured output, the text is JSON. */
export interface Reply {
  readonly text?: string
  readonly toolCalls?: readonly { readonly name: string; readonly input: Json }[]
  /** Default: a token for four characters. Given as `undefined`, no usage is reported. */
  readonly usage?: ReplyUsage | undefined
  /** Default `tool-calls` with tool calls, else `stop`. */
  readonly finishReason?: FinishReason
  /** Thrown as a provider would; its `statusCode` is honoured. */
  readonly error?: Error
}

/** Tokens that a scripted reply reports. */
export interface ReplyUsage {
  readonly inputTokens: number
  readonly outputTokens: number
  readonly cacheReadTokens?: number
  readonly cacheWriteTokens?: number
  readonly reasoningTokens?: number
}

/**
 * Makes a model that answers from a script, for tests: same protocol, no provider.
 *
 * Live: it remembers its calls for as long as it lives.
 *
 * @param script Answers one call.
 * @returns The model, with every call that it got so far in `calls`.
 * @throws {AssayError} `invalid-argument` for a script that is no function.
 *
 * @example
 * ```ts
 * const model = scriptedModel(({ prompt }) => ({ text: `You said: ${prompt}` }))
 * model.calls.length // => 0
 * ```
 */
export function scriptedModel(
  script: (call: Call) => Reply | Promise<Reply>,
): LanguageModelV4 & { readonly calls: readonly Call[] } {
  checkFunction('script', script)
  const calls: Call[] = []
  const answer = async (options: LanguageModelV4CallOptions): Promise<Answer> => {
    const call = callOf(options)
    calls.push(call)
    const reply = await script(call)
    options.abortSignal?.throwIfAborted()
    checkObject('reply', reply)
    if (reply.error !== undefined) throw reply.error
    return answerOf(reply, call)
  }
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'script',
    supportedUrls: {},
    calls,
    async doGenerate(options) {
      const { content, usage, finishReason } = await answer(options)
      return { content, usage, finishReason, warnings: [] }
    },
    async doStream(options) {
      return { stream: ReadableStream.from(partsOf(await answer(options))) }
    },
  }
}

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

interface Answer extends Pick<Finish, 'usage' | 'finishReason'> {
  readonly content: (
    | { readonly type: 'text'; readonly text: string }
    | Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>
  )[]
}

function callOf(options: LanguageModelV4CallOptions): Call {
  const messages = [...options.prompt]
  const { maxOutputTokens } = options
  const role = options.providerOptions?.['assay']?.['role']
  return {
    role: typeof role === 'string' ? role : 'default',
    prompt: firstUserText(messages),
    messages,
    tools: (options.tools ?? []).filter((each) => each.type === 'function'),
    turn: messages.filter(({ role }) => role === 'assistant').length + 1,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  }
}

function firstUserText(messages: readonly LanguageModelV4Message[]): string {
  for (const message of messages) {
    if (message.role !== 'user') continue
    return message.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
  }
  return ''
}

function answerOf(reply: Reply, call: Call): Answer {
  const text = reply.text === undefined ? [] : [{ type: 'text' as const, text: reply.text }]
  const toolCalls = (reply.toolCalls ?? []).map(({ name, input }, at) => ({
    type: 'tool-call' as const,
    toolCallId: `t${call.turn}-${at + 1}`,
    toolName: name,
    input: typeof input === 'string' ? input : JSON.stringify(input),
  }))
  const reason = reply.finishReason ?? (toolCalls.length > 0 ? 'tool-calls' : 'stop')
  return {
    content: [...text, ...toolCalls],
    finishReason: { unified: reason, raw: undefined },
    usage: reportedUsage(reply, call),
  }
}

function reportedUsage(reply: Reply, call: Call): Finish['usage'] {
  const usage = 'usage' in reply ? reply.usage : estimated(reply, call)
  return {
    inputTokens: {
      total: usage?.inputTokens,
      noCache: undefined,
      cacheRead: usage?.cacheReadTokens,
      cacheWrite: usage?.cacheWriteTokens,
    },
    outputTokens: {
      total: usage?.outputTokens,
      text: undefined,
      reasoning: usage?.reasoningTokens,
    },
  }
}

function estimated(reply: Reply, call: Call): ReplyUsage {
  const written = (reply.text ?? '').length + JSON.stringify(reply.toolCalls ?? []).length
  return { inputTokens: Math.ceil(call.prompt.length / 4), outputTokens: Math.ceil(written / 4) }
}

function* partsOf(answer: Answer): Iterable<LanguageModelV4StreamPart> {
  yield { type: 'stream-start', warnings: [] }
  for (const [at, part] of answer.content.entries()) {
    if (part.type === 'tool-call') {
      yield part
      continue
    }
    const id = String(at)
    yield { type: 'text-start', id }
    yield { type: 'text-delta', id, delta: part.text }
    yield { type: 'text-end', id }
  }
  yield { type: 'finish', usage: answer.usage, finishReason: answer.finishReason }
}
