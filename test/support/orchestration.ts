import {
  createEngine,
  defineWorkflow,
  type Json,
  memoryStore,
  type OrchestrateOptions,
  type OrchestrateResult,
  orchestrate,
} from '../../src/index.ts'
import type { Entry } from '../../src/journal/entry.ts'
import type { RunOutcome } from '../../src/run/outcome.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { type Call, type Reply, scriptedModel } from '../../src/testing/index.ts'
import { entriesOf } from './journal.ts'

/** What a coordinator and its children do, and how their engine is set up. */
export interface Scene {
  /** The coordinator's replies by turn; the last one is repeated. */
  readonly coordinator: readonly (Reply | ((call: Call) => Reply))[]
  readonly child?: (call: Call) => Reply | Promise<Reply>
  readonly options?: OrchestrateOptions
  readonly budgetUsd?: number
  readonly store?: JournalStore
}

/** What came of a scene. */
export interface Played {
  readonly outcome: RunOutcome<OrchestrateResult>
  readonly calls: readonly Call[]
  readonly store: JournalStore
  readonly entries: readonly Entry[]
}

/** A reply that calls one control tool. */
export function calls(name: string, input: Json): Reply {
  return { toolCalls: [{ name, input }] }
}

/** A reply that starts a child for each prompt. */
export function starts(...prompts: readonly string[]): Reply {
  const tasks = prompts.map((prompt) => ({ agentType: 'reader', prompt }))
  return calls('parallel_agents', { tasks })
}

/** What the coordinator was told in answer to its last calls. */
export function told({ messages }: Call): readonly Json[] {
  const content = messages.at(-1)?.content as readonly { readonly output: { value: Json } }[]
  return content.map(({ output }) => output.value)
}

/** Plays a scene from its start, or resumes it where its store holds it already. */
export async function play(scene: Scene): Promise<Played> {
  const { store = memoryStore(), options = {}, budgetUsd, coordinator } = scene
  const child = scene.child ?? (({ prompt }: Call): Reply => ({ text: `re: ${prompt}` }))
  const model = scriptedModel((call) => {
    if (call.role !== 'coordinator') return child(call)
    const reply = coordinator[Math.min(call.turn, coordinator.length) - 1]
    return typeof reply === 'function' ? reply(call) : (reply ?? {})
  })
  const engine = createEngine({
    store,
    models: { default: model },
    profiles: { reader: { description: 'reads' } },
    pricing: { 'scripted:script': { inputUsdPerMTok: 1, outputUsdPerMTok: 1 } },
  })
  const isNew = (await entriesOf(store, 'r')).length === 0
  const run = { runId: 'r', ...(budgetUsd !== undefined && { budgetUsd }) }
  const handle = isNew
    ? orchestrate(engine, 'goal', options, run)
    : engine.resume(
        'r',
        defineWorkflow({ name: 'orchestrate' }, (ctx, args: { readonly goal: string }) =>
          ctx.orchestrate(args.goal, options),
        ),
      )
  const outcome = (await handle.result) as RunOutcome<OrchestrateResult>
  return { outcome, calls: model.calls, store, entries: await entriesOf(store, 'r') }
}
