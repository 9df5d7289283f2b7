import type { Profiles } from '../agent/profile.ts'
import type { AgentEnvironment } from '../agent/session.ts'
import type { Tool } from '../agent/tool.ts'
import { systemClock } from '../kernel/clock.ts'
import { systemIds } from '../kernel/ids.ts'
import { Permits } from '../model/permits.ts'
import { type ModelRouter, modelRouter } from '../model/route.ts'
import { readerModel } from '../reader/reader-model.ts'
import type { RunEnvironment } from '../run/active-run.ts'
import type { Driver } from '../run/driver.ts'
import { thisOwner } from '../run/owner.ts'
import { sqliteStore } from '../store/sqlite/sqlite-store.ts'
import { checkEngineOptions, type EngineOptions } from './options.ts'
import type { AnyWorkflow } from './workflow.ts'

/** What an engine is composed of. */
export interface EngineParts {
  readonly runs: RunEnvironment
  readonly router: ModelRouter
  readonly profiles: Profiles
  readonly tools: Readonly<Record<string, Tool>>
  readonly workflows: ReadonlyMap<string, AnyWorkflow>
  /** What agents of a run work in. */
  agentsIn(driver: Driver): AgentEnvironment
}

const reader = 'embedded:reader'

/** Composes an engine's parts from its options. */
export function composeEngine(options: EngineOptions): EngineParts {
  checkEngineOptions(options)
  const {
    clock = systemClock,
    ids = systemIds,
    profiles = {},
    tools = {},
    workflows = [],
  } = options
  const router = routerOf(options)
  const store = options.store ?? sqliteStore({ path: '.assay/assay.db' })
  return {
    runs: { store, clock, ids, owner: thisOwner(ids.uuid()) },
    router,
    profiles,
    tools,
    workflows: new Map(workflows.map((each) => [each.name, each] as const)),
    agentsIn: agentEnvironments(options, router),
  }
}

function agentEnvironments(options: EngineOptions, router: ModelRouter): EngineParts['agentsIn'] {
  const { concurrency = 12, limits = {}, minOutputTokens = 64 } = options
  const { onAmbiguous = 'retry', onUnpriced = 'refuse' } = options
  const permits = new Permits(concurrency)
  const pricing = { [reader]: { inputUsdPerMTok: 0, outputUsdPerMTok: 0 }, ...options.pricing }
  return (driver) => ({
    driver,
    router,
    pricing,
    permits,
    limits,
    minOutputTokens,
    onAmbiguous,
    refusesUnpriced: onUnpriced === 'refuse' && driver.isBudgeted,
  })
}

function routerOf(options: EngineOptions): ModelRouter {
  const router = modelRouter({
    providers: { embedded: () => readerModel(), ...options.providers },
    models: { default: reader, ...options.models },
  })
  for (const { model } of Object.values(options.profiles ?? {})) router.route(model, 'child')
  return router
}
