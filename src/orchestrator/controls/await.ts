import type { ControlAnswer, ControlCall, ControlTool } from '../../agent/control-tool.ts'
import { show } from '../../kernel/error.ts'
import type { Json } from '../../kernel/json.ts'
import { digestJson, digestOf } from '../digest.ts'
import { toolDescriptions } from '../prompts/coordinator.ts'
import type { Child } from '../roster.ts'
import { invalidInput, readFields } from './input.ts'
import type { Coordination } from './spawn.ts'

const handlesSchema = {
  type: 'object',
  properties: { handles: { type: 'array', minItems: 1, items: { type: 'string' } } },
  required: ['handles'],
  additionalProperties: false,
}

/** `await_any`: the digest of the first child in the order asked that has settled. */
export function awaitAny(coordination: Coordination): ControlTool {
  return {
    name: 'await_any',
    description: toolDescriptions.await_any,
    jsonSchema: handlesSchema,
    answer: (input, call) =>
      whenSettled(coordination, { input, call, name: 'await_any' }, async (children) => {
        await Promise.race(children.map(({ settled }) => settled))
        const settled = children.filter(({ result }) => result !== undefined)
        const digest = digestOfChild(coordination, settled[0] as Child)
        return { ...(digest as object), settledHandles: settled.map(({ handle }) => handle) }
      }),
  }
}

/** `await_all`: the digests of all children, in the order asked. */
export function awaitAll(coordination: Coordination): ControlTool {
  return {
    name: 'await_all',
    description: toolDescriptions.await_all,
    jsonSchema: handlesSchema,
    answer: (input, call) =>
      whenSettled(coordination, { input, call, name: 'await_all' }, async (children) => {
        await Promise.all(children.map(({ settled }) => settled))
        return children.map((child) => digestOfChild(coordination, child))
      }),
  }
}

interface Asked {
  readonly input: Json
  readonly call: ControlCall
  readonly name: string
}

/** Waits once and journals what was seen, so that a replay sees the same children settled. */
async function whenSettled(
  coordination: Coordination,
  { input, call, name }: Asked,
  wait: (children: readonly Child[]) => Promise<Json>,
): Promise<ControlAnswer> {
  const read = readFields(input, ['handles'])
  if (!read.ok) return { error: read.error }
  const { handles } = read.fields
  if (!Array.isArray(handles) || handles.length === 0) {
    return { error: invalidInput('"handles" must be an array of at least one handle') }
  }
  const children: Child[] = []
  for (const handle of handles as readonly Json[]) {
    const child = coordination.roster.find(handle)
    if (child === undefined) return { error: unknownHandle(handle) }
    children.push(child)
  }
  const about = [name, call.conversationKey, call.toolCallId]
  const value = await coordination.driver.decide('children-settled', about, () => wait(children))
  return { value: value ?? null }
}

/** The refusal of a handle that names no child. Pure. */
export function unknownHandle(handle: Json | undefined): Json {
  return { code: 'unknown-handle', reason: `there is no child ${show(handle)}` }
}

function digestOfChild({ plan }: Coordination, child: Child): Json {
  const { handle, result } = child
  if (result === undefined) throw new Error(`child ${handle} has not settled`)
  return digestJson(digestOf({ handle, result }, plan.renderBudgetChars))
}
