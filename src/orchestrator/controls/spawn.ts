import type { ControlAnswer, ControlCall, ControlTool } from '../../agent/control-tool.ts'
import { show } from '../../kernel/error.ts'
import type { Json } from '../../kernel/json.ts'
import type { Driver } from '../../run/driver.ts'
import type { OrchestrationPlan } from '../options.ts'
import { profileCards, toolDescriptions } from '../prompts/coordinator.ts'
import type { ChildTask, Roster } from '../roster.ts'
import { invalidInput, readFields, type Refusal } from './input.ts'

/** What the control tools of one coordinator work on. */
export interface Coordination {
  readonly driver: Driver
  readonly plan: OrchestrationPlan
  readonly roster: Roster
}

/** `spawn_agent`: starts one child. */
export function spawnAgent(coordination: Coordination): ControlTool {
  return {
    name: 'spawn_agent',
    description: toolDescriptions.spawn_agent + profileCards(coordination.plan.profiles),
    jsonSchema: taskSchema(coordination.plan),
    async answer(input, call) {
      const admitted = await admit(coordination, input, { ...call, position: 0 })
      return 'handle' in admitted ? { value: admitted } : { error: { ...admitted } }
    },
  }
}

/** `parallel_agents`: starts a child for each task, in order, up to the first refusal. */
export function parallelAgents(coordination: Coordination): ControlTool {
  return {
    name: 'parallel_agents',
    description: toolDescriptions.parallel_agents + profileCards(coordination.plan.profiles),
    jsonSchema: {
      type: 'object',
      properties: { tasks: { type: 'array', minItems: 1, items: taskSchema(coordination.plan) } },
      required: ['tasks'],
      additionalProperties: false,
    },
    answer: (input, call) => startAll(coordination, input, call),
  }
}

async function startAll(
  coordination: Coordination,
  input: Json,
  call: ControlCall,
): Promise<ControlAnswer> {
  const read = readFields(input, ['tasks'])
  if (!read.ok) return { error: { ...read.error } }
  const { tasks } = read.fields
  if (!Array.isArray(tasks) || tasks.length === 0) {
    return { error: invalidInput('"tasks" must be an array of at least one task') }
  }
  const handles: string[] = []
  for (const [position, task] of (tasks as readonly Json[]).entries()) {
    const admitted = await admit(coordination, task, { ...call, position })
    if (!('handle' in admitted)) {
      return { value: { handles, refused: { index: position, ...admitted } } }
    }
    handles.push(admitted.handle)
  }
  return { value: { handles } }
}

/** Decides on one task and starts it. The decision is journaled before the child's first entry. */
async function admit(
  { driver, plan, roster }: Coordination,
  input: Json,
  at: ControlCall & { readonly position: number },
): Promise<{ readonly handle: string } | Refusal> {
  const task = readTask(input, plan)
  if ('code' in task) return task
  const { toolCallId, conversationKey, position } = at
  const decided = await driver.decide(
    'spawn-admission',
    [conversationKey, toolCallId, position],
    () =>
      roster.size < plan.maxSpawns
        ? { admitted: true }
        : {
            admitted: false,
            code: 'lifetime',
            reason: `maxSpawns of ${plan.maxSpawns} is used up`,
          },
  )
  const verdict = decided as unknown as { readonly admitted: boolean } & Refusal
  if (!verdict.admitted) return { code: verdict.code, reason: verdict.reason }
  return { handle: roster.launch(task).handle }
}

function readTask(input: Json, plan: OrchestrationPlan): ChildTask | Refusal {
  const read = readFields(input, ['agentType', 'prompt', 'budgetUsd'])
  if (!read.ok) return read.error
  const { agentType, prompt, budgetUsd } = read.fields
  if (typeof agentType !== 'string' || !Object.hasOwn(plan.profiles, agentType)) {
    const known = Object.keys(plan.profiles).join(', ') || 'none'
    return { code: 'unknown-profile', reason: `${show(agentType)} is none of: ${known}` }
  }
  if (typeof prompt !== 'string' || prompt.trim() === '') {
    return { code: 'invalid-input', reason: '"prompt" must be a text' }
  }
  if (budgetUsd === undefined) return { agentType, prompt }
  if (typeof budgetUsd !== 'number' || !(budgetUsd > 0 && budgetUsd < 1e6)) {
    return { code: 'invalid-input', reason: '"budgetUsd" must be a number of dollars above 0' }
  }
  return { agentType, prompt, budgetUsd }
}

function taskSchema({ profiles }: OrchestrationPlan): Json {
  return {
    type: 'object',
    properties: {
      agentType: { type: 'string', enum: Object.keys(profiles) },
      prompt: { type: 'string', minLength: 1 },
      budgetUsd: { type: 'number', exclusiveMinimum: 0 },
    },
    required: ['agentType', 'prompt'],
    additionalProperties: false,
  }
}
