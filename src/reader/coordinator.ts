import { type Answer, call } from './answer.ts'
import { type Conversation, exchangesWith } from './conversation.ts'
import { finishWith } from './finish.ts'
import { isRecord } from './json-value.ts'
import { questionsIn, titleOf } from './question-list.ts'
import type { Section } from './report-text.ts'
import { type Sent, sentBy } from './sent-children.ts'
import { phrases } from './words/phrases.ts'

const mostInBatch = 16

/**
 * Coordinates: sends one child a question, in batches, waits for them and finishes with the
 * report. Once a child is refused no more are asked for. What was refused, failed or rejected
 * stands under what is not settled.
 *
 * Pure.
 */
export function answerAsCoordinator(conversation: Conversation): Answer {
  const questions = questionsIn(conversation.userText)
  const sent = sentBy(conversation)
  const next = questions.slice(sent.length, sent.length + batchSize(conversation))
  const isRefused = sent.some(({ refusal }) => refusal !== undefined)
  // Each turn sends a child at least, so that more turns than questions means that none arrives.
  const isStuck = conversation.turnsTaken >= questions.length
  if (next.length > 0 && !isRefused && !isStuck) return spawn(conversation, next)
  const digests = digestsIn(conversation)
  const waiting = sent.flatMap(({ handle }) => (handle === undefined ? [] : [handle]))
  if (waiting.length > 0 && exchangesWith(conversation, 'await_all').length === 0) {
    if (conversation.tools.has('await_all')) {
      return call([{ toolName: 'await_all', input: { handles: waiting } }])
    }
  }
  const sections = questions.map((question, index) => sectionOf(question, sent[index], digests))
  return finishWith(conversation, titleOf(conversation.userText) ?? phrases.defaultTitle, sections)
}

function batchSize({ tools }: Conversation): number {
  const schema = tools.get('parallel_agents')
  const most = fieldAt(schema, ['properties', 'tasks', 'maxItems'])
  return typeof most === 'number' && most >= 1 ? Math.min(most, mostInBatch) : mostInBatch
}

function spawn(conversation: Conversation, questions: readonly string[]): Answer {
  const agentType = agentTypeOf(conversation)
  const tasks = questions.map((prompt) => ({
    ...(agentType !== undefined && { agentType }),
    prompt,
  }))
  if (conversation.tools.has('parallel_agents')) {
    return call([{ toolName: 'parallel_agents', input: { tasks } }])
  }
  return call(tasks.map((input) => ({ toolName: 'spawn_agent', input })))
}

/** The first agent type that the schema allows. */
function agentTypeOf({ tools }: Conversation): string | undefined {
  const paths = [
    ['properties', 'tasks', 'items', 'properties', 'agentType'],
    ['properties', 'agentType'],
  ]
  const schemas = [tools.get('parallel_agents'), tools.get('spawn_agent')]
  for (const [index, schema] of schemas.entries()) {
    const field = fieldAt(schema, paths[index] ?? [])
    const types: unknown = isRecord(field) ? (field['enum'] ?? [field['const']]) : []
    const first: unknown = Array.isArray(types) ? types[0] : undefined
    if (typeof first === 'string') return first
  }
  return undefined
}

function fieldAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), value)
}

/** Digests by handle, as `await_all` and `await_any` gave them. */
function digestsIn(
  conversation: Conversation,
): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const results = [
    ...exchangesWith(conversation, 'await_any'),
    ...exchangesWith(conversation, 'await_all'),
  ].flatMap(({ value }): unknown[] => (Array.isArray(value) ? value : digestsOf(value)))
  return new Map(
    results.filter(isRecord).flatMap((digest) => {
      const { handle } = digest
      return typeof handle === 'string' ? [[handle, digest] as const] : []
    }),
  )
}

function digestsOf(value: unknown): unknown[] {
  if (!isRecord(value)) return []
  const { digests } = value
  return Array.isArray(digests) ? digests : [value]
}

function sectionOf(
  question: string,
  sent: Sent | undefined,
  digests: ReadonlyMap<string, Readonly<Record<string, unknown>>>,
): Section {
  if (sent?.handle === undefined) {
    return { question, answer: phrases.notAsked(sent?.refusal ?? 'no more children were admitted') }
  }
  const digest = digests.get(sent.handle)
  const status = typeof digest?.['status'] === 'string' ? digest['status'] : 'unknown'
  if (status !== 'ok') return { question, answer: phrases.notFinished(status) }
  const summary = digest?.['outputSummary']
  return { question, answer: typeof summary === 'string' ? summary : phrases.noAnswer }
}
