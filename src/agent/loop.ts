import { recordError } from '../journal/recorded-error.ts'
import { AssayError } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { type Reply, textOf, toolCallsOf } from '../model/reply.ts'
import { paidFor } from '../run/dispatched.ts'
import type { CallRecord } from './call-record.ts'
import { readOutput } from './output.ts'
import { nudge, repairPrompt } from './prompts/agent.ts'
import type { AgentResult } from './result.ts'
import { type AgentEnvironment, type AgentRequest, Session } from './session.ts'
import {
  answered,
  answeredError,
  performToolCall,
  readInput,
  type ToolAnswer,
  type ToolCall,
} from './tool-call.ts'
import { performTurn } from './turn.ts'

/**
 * Runs an agent: model turn, tool calls, until a final answer, a limit or a refusal. Every turn and
 * every tool call is a step of its own, so that a crash loses at most the turn in flight.
 *
 * Durable.
 *
 * @param environment The run and engine that it works in.
 * @param request What it is asked, and with what it works.
 * @returns How it ended; failures of models and tools are results, not throws.
 * @throws {AssayError} `invalid-argument`, `invalid-option`, `model-unknown` or `model-unpriced`,
 * before anything is paid.
 */
export async function runAgent<T>(
  environment: AgentEnvironment,
  request: AgentRequest<T>,
): Promise<Worked<T>> {
  const session = new Session(environment, request)
  try {
    return { result: await loop(session), calls: session.calls }
  } catch (thrown) {
    if (!AssayError.is(thrown, 'run-cancelled')) throw thrown
    const result = session.result('cancelled', { reason: thrown.data.reason })
    return { result, calls: session.calls }
  }
}

/** An agent's result, with what each of its tool calls gave. */
export interface Worked<T> {
  readonly result: AgentResult<T>
  readonly calls: readonly CallRecord[]
}

async function loop<T>(session: Session<T>): Promise<AgentResult<T>> {
  const { limits, conversation } = session
  const state: LoopState = { idleTurns: 0, invalidOutputs: 0 }
  for (;;) {
    if (session.turns >= limits.maxTurns) {
      return session.result('limit', { reason: `maxTurns of ${limits.maxTurns} reached` })
    }
    const taken = await takeTurn(session)
    if ('result' in taken) return taken.result
    const { reply } = taken
    session.text = textOf(reply) || session.text
    conversation.addReply(reply)
    const calls = toolCallsOf(reply)
    const ended =
      calls.length > 0
        ? await answerCalls(session, calls, state)
        : await conclude(session, reply, state)
    if (ended !== undefined) return ended
  }
}

interface LoopState {
  /** Replies in a row without a tool call, where one was needed. */
  idleTurns: number
  /** Final answers that did not fit the asked schema. */
  invalidOutputs: number
}

type Taken<T> = { readonly reply: Reply } | { readonly result: AgentResult<T> }

async function takeTurn<T>(session: Session<T>): Promise<Taken<T>> {
  try {
    const performed = await performTurn(session.turn())
    if (performed.outcome === 'refused') {
      const { neededNanoUsd, freeNanoUsd, day } = performed
      const where = day === undefined ? 'free' : `left of the daily budget of ${day}`
      const reason = `a call needs ${neededNanoUsd} nano-dollars, ${freeNanoUsd} are ${where}`
      return { result: session.result('budget', { reason }) }
    }
    if (performed.outcome === 'unknown') {
      const reason = 'a crash cut a paid call off, and onAmbiguous is "fail"'
      return { result: session.result('error', { reason }) }
    }
    session.count(performed)
    return { reply: performed.value as unknown as Reply }
  } catch (thrown) {
    session.pay(paidFor(thrown))
    if (AssayError.is(thrown, 'run-cancelled')) throw thrown
    if (AssayError.is(thrown, 'model-unpriced')) throw thrown
    const { code, message, data } = recordError(thrown, session.request.label)
    const error = { code, message, ...(data !== undefined && { data }) }
    return { result: session.result('error', { error }) }
  }
}

/** Takes a reply without tool calls as the final answer, or asks again. */
async function conclude<T>(
  session: Session<T>,
  reply: Reply,
  state: LoopState,
): Promise<AgentResult<T> | undefined> {
  const refused = refusalOf(session, reply)
  if (refused !== undefined) return refused
  if (session.request.endsByControl === true) return askAgain(session, state)
  const { output: schema, maxRepairs = 2 } = session.request
  if (schema === undefined) {
    return session.result('ok', { output: session.text as unknown as T })
  }
  const read = await readOutput(schema, session.text)
  if (read.ok) return session.result('ok', { output: read.value })
  state.invalidOutputs += 1
  if (state.invalidOutputs > maxRepairs) {
    const data = { issues: read.issues, attempts: state.invalidOutputs }
    const message = `The answer did not fit its schema: ${read.issues.join('; ')}`
    const partial = read.partial === undefined ? {} : { partial: read.partial }
    return session.result('error', { error: { code: 'output-invalid', message, data }, ...partial })
  }
  session.conversation.addUser(repairPrompt(read.issues))
  return undefined
}

/** The result of a reply that is no answer: cut off, filtered, broken or empty. */
function refusalOf<T>(session: Session<T>, reply: Reply): AgentResult<T> | undefined {
  const { finishReason } = reply
  if (finishReason === 'length') {
    return session.result('limit', { reason: 'the reply was cut at its output tokens' })
  }
  if (finishReason === 'content-filter') {
    return session.result('refused', { reason: 'the provider filtered the reply' })
  }
  if (finishReason !== 'stop' && finishReason !== 'tool-calls') {
    const message = `The reply ended as "${finishReason}"`
    return session.result('error', { error: { code: 'reply-incomplete', message } })
  }
  if (textOf(reply).trim() !== '' || session.request.endsByControl === true) return undefined
  return session.result('error', { error: { code: 'reply-empty', message: 'The reply was empty' } })
}

function askAgain<T>(session: Session<T>, state: LoopState): AgentResult<T> | undefined {
  state.idleTurns += 1
  const { noProgressTurns } = session.limits
  if (state.idleTurns >= noProgressTurns) {
    return session.result('limit', { reason: `${noProgressTurns} replies without a tool call` })
  }
  session.conversation.addUser(nudge)
  return undefined
}

async function answerCalls<T>(
  session: Session<T>,
  calls: readonly ToolCall[],
  state: LoopState,
): Promise<AgentResult<T> | undefined> {
  state.idleTurns = 0
  const left = session.limits.maxToolCalls - session.toolCalls
  if (calls.length > left) {
    return session.result('limit', {
      reason: `maxToolCalls of ${session.limits.maxToolCalls} reached`,
    })
  }
  session.toolCalls += calls.length
  const conversationKey = session.conversation.key
  const answers: Promise<ToolAnswer | End>[] = []
  for (const call of calls) {
    const reads = session.tools.get(call.toolName)?.effect === 'read'
    // Calls that may change something wait for all before them, and are waited for.
    if (!reads) await Promise.allSettled(answers)
    const answer = answerCall(session, call, conversationKey)
    answers.push(answer)
    if (!reads && (await endsAgent(answer))) break
  }
  const settled = await Promise.all(answers)
  const end = settled.find((answer) => 'end' in answer)
  if (end !== undefined) return session.result('ok', { output: end.end as T })
  session.conversation.addToolAnswers(settled as ToolAnswer[])
  return undefined
}

/** Whether a call ended the agent: those that the model wrote after it are not carried out. */
async function endsAgent(answer: Promise<ToolAnswer | End>): Promise<boolean> {
  const [settled] = await Promise.allSettled([answer])
  return settled.status === 'fulfilled' && 'end' in settled.value
}

interface End {
  readonly end: Json
}

async function answerCall<T>(
  session: Session<T>,
  call: ToolCall,
  conversationKey: string,
): Promise<ToolAnswer | End> {
  const { driver } = session.environment
  const { signal, telemetry } = session
  const tool = session.tools.get(call.toolName)
  if (tool !== undefined) {
    const note = (record: CallRecord): void => void session.calls.push(record)
    return performToolCall(call, tool, { driver, conversationKey, signal, telemetry, note })
  }
  const control = session.controls.get(call.toolName)
  if (control === undefined) {
    const known = [...session.tools.keys(), ...session.controls.keys()].join(', ')
    return answeredError(
      call,
      `There is no tool "${call.toolName}". Known tools: ${known || 'none'}.`,
    )
  }
  const input = readInput(call)
  if (!input.ok) return answeredError(call, { code: 'invalid-input', reason: input.reason })
  const answer = await control.answer(input.value, { toolCallId: call.toolCallId, conversationKey })
  if ('end' in answer) return answer
  return 'error' in answer ? answeredError(call, answer.error) : answered(call, answer.value)
}
