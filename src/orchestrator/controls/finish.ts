import type { ControlAnswer, ControlCall, ControlTool } from '../../agent/control-tool.ts'
import type { CandidateChild } from '../../evidence/validators/finish-validator.ts'
import { AssayError } from '../../kernel/error.ts'
import type { Json } from '../../kernel/json.ts'
import { type CandidateGate, candidateOf } from '../candidates.ts'
import { childText } from '../digest.ts'
import { toolDescriptions } from '../prompts/coordinator.ts'
import type { Child, Roster } from '../roster.ts'
import { invalidInput, readFields } from './input.ts'
import type { Coordination } from './spawn.ts'

/** What an accepted finish carries to the envelope. */
export interface Finished {
  readonly result: Json
  readonly settledHandles: readonly string[]
}

/** `finish`: judges the candidate that it carries and ends the coordinator, or sends it back. */
export function finish(coordination: Coordination, gate: CandidateGate): ControlTool {
  return {
    name: 'finish',
    description: toolDescriptions.finish,
    jsonSchema: {
      type: 'object',
      properties: { result: {}, summary: { type: 'string' } },
      required: ['result'],
      additionalProperties: false,
    },
    async answer(input, call) {
      const read = readFields(input, ['result', 'summary'])
      if (!read.ok) return { error: read.error }
      const { result } = read.fields
      if (result === undefined) return { error: invalidInput('"result" is missing') }
      return judge(coordination, gate, { result, call })
    },
  }
}

async function judge(
  { driver, roster }: Coordination,
  gate: CandidateGate,
  { result, call }: { readonly result: Json; readonly call: ControlCall },
): Promise<ControlAnswer> {
  const about = [call.conversationKey, call.toolCallId]
  const settledHandles = (await driver.decide('settled-at-finish', about, () =>
    settledIn(roster),
  )) as readonly string[]
  const children = await Promise.all(
    roster.children.filter(({ handle }) => settledHandles.includes(handle)).map(evidenceOf),
  )
  const candidate = candidateOf(call.toolCallId, result)
  const verdict = await gate.judge(candidate, { children, runId: driver.runId })
  if (verdict.verdict === 'accepted') return { end: { result, settledHandles } }
  const failed = verdict.failed as unknown as Json
  if (verdict.verdict === 'repair') return { error: { code: 'finish-rejected', failed } }
  const names = verdict.failed.map(({ name }) => name).join(', ')
  throw new AssayError('orchestration-rejected', `The result was not accepted by: ${names}`, {
    source: 'orchestrator_finish_validation',
    failed,
    hash: candidate.hash,
  })
}

function settledIn(roster: Roster): readonly string[] {
  return roster.children.filter(({ result }) => result !== undefined).map(({ handle }) => handle)
}

async function evidenceOf(child: Child): Promise<CandidateChild> {
  const { result, calls } = await child.settled
  const { handle } = child
  return { handle, nodeId: handle, status: result.status, text: childText(result), calls }
}
