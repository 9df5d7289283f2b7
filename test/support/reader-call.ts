import type {
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  LanguageModelV4ToolResultOutput,
} from '@ai-sdk/provider'
import { readerModel } from '../../src/reader/reader-model.ts'

type Content = readonly LanguageModelV4Content[]
type ToolCall = Extract<LanguageModelV4Content, { type: 'tool-call' }>

/** Answers a tool call as a host would. */
export type AnswerTool = (name: string, input: never) => LanguageModelV4ToolResultOutput

export function tool(name: string, inputSchema: object = {}): LanguageModelV4FunctionTool {
  return { type: 'function', name, inputSchema }
}

export function userSays(text: string): LanguageModelV4Message {
  return { role: 'user', content: [{ type: 'text', text }] }
}

export function json(value: unknown): LanguageModelV4ToolResultOutput {
  return { type: 'text', value: JSON.stringify(value) }
}

export async function contentOf(options: LanguageModelV4CallOptions): Promise<Content> {
  return (await readerModel().doGenerate(options)).content
}

export function textIn(content: Content): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('')
}

/** One tool call as messages, as if the model had made it and this came back. */
export function exchange(
  toolName: string,
  input: unknown,
  output: LanguageModelV4ToolResultOutput,
): LanguageModelV4Message[] {
  const toolCallId = `${toolName}-${JSON.stringify(input)}`
  return [
    { role: 'assistant', content: [{ type: 'tool-call', toolCallId, toolName, input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId, toolName, output }] },
  ]
}

/** Plays a conversation to its end: the last text, or the input of `finish`. */
export async function play(
  options: LanguageModelV4CallOptions,
  answer: AnswerTool,
): Promise<{
  readonly text: string
  readonly turns: number
  readonly prompt: LanguageModelV4Prompt
}> {
  const prompt = [...options.prompt]
  for (let turns = 1; turns <= 20; turns += 1) {
    const content = await contentOf({ ...options, prompt })
    const calls = content.filter((part): part is ToolCall => part.type === 'tool-call')
    if (calls.length === 0) return { text: textIn(content), turns, prompt }
    const parsed = calls.map(({ toolCallId, toolName, input }) => ({
      type: 'tool-call' as const,
      toolCallId,
      toolName,
      input: JSON.parse(input) as { readonly result?: string },
    }))
    const finish = parsed.find(({ toolName }) => toolName === 'finish')
    const outputs = parsed.map(({ toolName, input }) => answer(toolName, input as never))
    if (finish !== undefined && outputs[parsed.indexOf(finish)]?.type !== 'error-json') {
      return { text: finish.input.result ?? '', turns, prompt }
    }
    prompt.push({ role: 'assistant', content: parsed })
    prompt.push({
      role: 'tool',
      content: parsed.map(({ toolCallId, toolName }, index) => ({
        type: 'tool-result',
        toolCallId,
        toolName,
        output: outputs[index] ?? { type: 'error-text', value: 'no answer' },
      })),
    })
  }
  throw new Error('The conversation did not end within 20 turns')
}

/** Search and read tools over texts by path, in the shapes of the folder tools. */
function toolsOver(files: Readonly<Record<string, string>>): AnswerTool {
  const paths = Object.keys(files).sort()
  const linesOf = (path: string): readonly string[] => (files[path] ?? '').split('\n')
  return (name, input: { readonly query: string; readonly path: string; readonly end: number }) => {
    if (name === 'read_lines') {
      const lines = linesOf(input.path).slice(0, input.end)
      const text = lines.map((line, index) => `${index + 1}: ${line}`).join('\n')
      return json({ path: input.path, start: 1, end: lines.length, total: lines.length, text })
    }
    const pattern = new RegExp(input.query, 'iu')
    const matches = paths.flatMap((path) =>
      linesOf(path).flatMap((text, index) =>
        pattern.test(text) ? [{ path, line: index + 1, text }] : [],
      ),
    )
    const total = matches.length
    const result = { matches, shown: total, total, filesSearched: paths.length }
    const checked = [{ what: `${paths.length} text files in the folder` }]
    const coverage = { not_checked: [{ what: 'plan.pdf', why: 'not text: a NUL byte' }] }
    const absence = { absent: true, outcome: 'nothing_found', looked_for: input.query, checked }
    return json({ coverage, result: total === 0 ? absence : result })
  }
}

/** What the child answers to a question over texts by path. */
export async function ask(
  question: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const tools = ['list_files', 'search_files', 'read_lines'].map((name) => tool(name))
  return (await play({ prompt: [userSays(question)], tools }, toolsOver(files))).text
}
