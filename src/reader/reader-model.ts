/**
 * The embedded model: rules that read a prompt and answer, so that a run needs no key.
 *
 * It knows nothing but the call that it is given. It is extractive: what it says of files are
 * lines that a tool result of the prompt holds, word for word.
 *
 * Invariants
 *   M1  The same call gets the same reply: no clock, chance, disk, network or memory of calls.
 *   M2  Every quoted line occurs in a tool result of the prompt.
 *   M3  No prompt and no tool result makes it throw, and time grows with their length only.
 *   M4  Every conversation ends after a bounded number of its turns.
 *
 * Not here: what each role does (coordinator.ts, child.ts, synthesizer.ts, judge.ts, extract.ts).
 */

import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FinishReason,
  LanguageModelV4GenerateResult,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider'
import type { Answer } from './answer.ts'
import { readConversation } from './conversation.ts'
import { textsIn } from './json-value.ts'
import { answerInRole } from './role.ts'

/**
 * Makes the embedded model `embedded:reader`: extractive, rule-based and free. It needs no key,
 * reaches no network and plays every role, told apart by what a call offers.
 *
 * Pure: the same call gets the same reply.
 *
 * @returns A model for any place that takes one. Its usage is an estimate, four characters a
 * token, and costs nothing.
 *
 * @example
 * ```ts
 * const reader = readerModel()
 * `${reader.provider}:${reader.modelId}` // => 'embedded:reader'
 * ```
 */
export function readerModel(): LanguageModelV4 {
  return {
    specificationVersion: 'v4',
    provider: 'embedded',
    modelId: 'reader',
    supportedUrls: {},
    doGenerate: (options) => Promise.resolve().then(() => generate(options)),
    doStream: (options) =>
      Promise.resolve().then(() => ({ stream: streamOf(partsOf(generate(options))) })),
  }
}

const charactersPerToken = 4

function generate(options: LanguageModelV4CallOptions): LanguageModelV4GenerateResult {
  options.abortSignal?.throwIfAborted()
  const answer = answerInRole(readConversation(options))
  const { content, reason } = contentOf(answer, options)
  return {
    content,
    finishReason: { unified: reason, raw: reason },
    usage: usageOf(options, content),
    warnings: [],
  }
}

interface Rendered {
  readonly content: LanguageModelV4Content[]
  readonly reason: LanguageModelV4FinishReason['unified']
}

function contentOf(answer: Answer, options: LanguageModelV4CallOptions): Rendered {
  if (answer.kind === 'calls') return { content: toolCalls(answer, options), reason: 'tool-calls' }
  const most = (options.maxOutputTokens ?? Number.POSITIVE_INFINITY) * charactersPerToken
  const isCut = answer.text.length > most
  const text = isCut ? answer.text.slice(0, most) : answer.text
  return { content: [{ type: 'text', text }], reason: isCut ? 'length' : 'stop' }
}

function toolCalls(
  answer: Extract<Answer, { kind: 'calls' }>,
  options: LanguageModelV4CallOptions,
): LanguageModelV4Content[] {
  const earlier = options.prompt.length
  return answer.calls.map(({ toolName, input }, index) => ({
    type: 'tool-call',
    toolCallId: `reader-${earlier}-${index + 1}`,
    toolName,
    input: JSON.stringify(input),
  }))
}

function usageOf(
  options: LanguageModelV4CallOptions,
  content: readonly LanguageModelV4Content[],
): LanguageModelV4Usage {
  const input = tokensOf({ prompt: options.prompt, tools: options.tools })
  const output = tokensOf(content)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}

function tokensOf(value: unknown): number {
  const characters = textsIn(value).reduce((count, text) => count + text.length, 0)
  return Math.ceil(characters / charactersPerToken)
}

function partsOf(result: LanguageModelV4GenerateResult): readonly LanguageModelV4StreamPart[] {
  const { usage, finishReason } = result
  return [
    { type: 'stream-start', warnings: [] },
    ...result.content.flatMap(streamed),
    { type: 'finish', usage, finishReason },
  ]
}

function streamed(part: LanguageModelV4Content, index: number): LanguageModelV4StreamPart[] {
  const id = `text-${index + 1}`
  if (part.type === 'text') {
    return [
      { type: 'text-start', id },
      { type: 'text-delta', id, delta: part.text },
      { type: 'text-end', id },
    ]
  }
  return part.type === 'tool-call' ? [part] : []
}

function streamOf(
  parts: readonly LanguageModelV4StreamPart[],
): ReadableStream<LanguageModelV4StreamPart> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}
