import { runAgent } from '../agent/loop.ts'
import type { Profiles } from '../agent/profile.ts'
import { type AgentResult, whyNotOk } from '../agent/result.ts'
import { type AgentEnvironment, refuseUnpriced } from '../agent/session.ts'
import { AssayError } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { CandidateGate } from './candidates.ts'
import { awaitAll, awaitAny } from './controls/await.ts'
import { cancelAgent } from './controls/cancel.ts'
import { type Finished, finish } from './controls/finish.ts'
import { type Coordination, parallelAgents, spawnAgent } from './controls/spawn.ts'
import { digestJson, digestOf } from './digest.ts'
import { envelopeOf, type OrchestrateResult } from './envelope.ts'
import {
  type OrchestrateOptions,
  type OrchestrationPlan,
  parseOrchestrateOptions,
} from './options.ts'
import { coordinatorPrompt } from './prompts/coordinator.ts'
import { Roster } from './roster.ts'

/** What an orchestration is given. */
export interface Orchestration {
  readonly environment: AgentEnvironment
  readonly profiles: Profiles
  readonly goal: string
  readonly options: OrchestrateOptions
}

/**
 * Runs an orchestration: a coordinator starts children, waits for them and finishes; what it
 * finishes with must pass the declared contract. It returns only once every child has settled.
 *
 * Durable.
 *
 * @throws {AssayError} `invalid-option` before anything is paid; `orchestration-rejected` with
 * `data.source` naming the stage that failed.
 */
export async function runOrchestration(orchestration: Orchestration): Promise<OrchestrateResult> {
  const { environment, goal, options, profiles } = orchestration
  const plan = parseOrchestrateOptions(goal, options, profiles)
  const { driver } = environment
  await driver.decide('models-priced', goal, () => priced(environment, plan))
  const roster = new Roster(environment, plan.profiles)
  const coordination: Coordination = { driver, plan, roster }
  const gate = new CandidateGate(driver, plan.finishValidation)
  const rejectedBefore = driver.rejectedFinishCandidates.length
  try {
    const ended = await coordinate(environment, coordination, { goal, gate })
    const finished = finishedOf(ended, coordination)
    return envelopeOf({
      ...finished,
      children: roster.children,
      validated: gate.declared,
      rejected: driver.rejectedFinishCandidates.slice(rejectedBefore),
    })
  } finally {
    await settleChildren(coordination)
  }
}

/** Looks the children's models up before the coordinator is paid. */
function priced(environment: AgentEnvironment, plan: OrchestrationPlan): true {
  for (const { model } of Object.values(plan.profiles)) {
    refuseUnpriced(environment, environment.router.route(model, 'child'))
  }
  return true
}

async function coordinate(
  environment: AgentEnvironment,
  coordination: Coordination,
  { goal, gate }: { readonly goal: string; readonly gate: CandidateGate },
): Promise<AgentResult<Json>> {
  const { model, limits } = coordination.plan
  const { result } = await runAgent<Json>(environment, {
    prompt: goal,
    system: coordinatorPrompt,
    role: 'coordinator',
    label: 'coordinator',
    endsByControl: true,
    controls: [
      spawnAgent(coordination),
      parallelAgents(coordination),
      awaitAny(coordination),
      awaitAll(coordination),
      cancelAgent(coordination),
      finish(coordination, gate),
    ],
    ...(model !== undefined && { model }),
    ...(limits !== undefined && { limits }),
  })
  return result
}

/** What the coordinator finished with. One that ended otherwise fails the orchestration. */
function finishedOf(ended: AgentResult<Json>, coordination: Coordination): Finished {
  if (ended.status === 'ok') return ended.output as unknown as Finished
  const why = whyNotOk(ended)
  const source =
    ended.status === 'budget' ? 'orchestrator_budget' : 'orchestrator_finish_validation'
  if (ended.status === 'cancelled') {
    throw new AssayError('run-cancelled', `The coordinator was cancelled: ${why}`, { reason: why })
  }
  throw new AssayError('orchestration-rejected', `The coordinator did not finish: ${why}`, {
    source,
    status: ended.status,
    completed: completedDigests(coordination),
  })
}

function completedDigests({ roster, plan }: Coordination): Json {
  return roster.children.flatMap(({ handle, result }) =>
    result === undefined ? [] : [digestJson(digestOf({ handle, result }, plan.renderBudgetChars))],
  )
}

/** The barrier at every exit: cancels or awaits the children that still run. */
async function settleChildren({ roster, plan }: Coordination): Promise<void> {
  for (const { handle, result } of roster.children) {
    if (result === undefined && plan.onUnsettledAtExit === 'cancel') {
      roster.cancel(handle, 'the orchestration ended')
    }
  }
  await Promise.allSettled(roster.children.map(({ settled }) => settled))
}
