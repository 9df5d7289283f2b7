import type { Profiles } from '../agent/profile.ts'
import type { AgentEnvironment } from '../agent/session.ts'
import type { Tool } from '../agent/tool.ts'
import { nanoUsdOf } from '../budget/price.ts'
import { systemClock } from '../kernel/clock.ts'
import { systemIds } from '../kernel/ids.ts'
import { Permits } from '../model/permits.ts'
import { type ModelRouter, modelRouter } from '../model/route.ts'
import { readerModel } from '../reader/reader-model.ts'
import { ActiveRun, type RunEnvironment, type RunPlan } from '../run/active-run.ts'
import { DailyBudget } from '../run/daily-budget.ts'
import type { Driver } from '../run/driver.ts'
import { defaultLeaseTtlMs } from '../run/lease.ts'
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
  /** The runs that this process drives. */
  readonly active: ReadonlySet<ActiveRun>
  /** Begins to drive a run. */
  drive(plan: RunPlan): ActiveRun
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
    leaseTtlMs = defaultLeaseTtlMs,
  } = options
  const { dailyBudgetUsd: dailyUsd } = options
  const dailyNanoUsd = dailyUsd === undefined ? undefined : nanoUsdOf('dailyBudgetUsd', dailyUsd)
  const router = routerOf(options)
  const store = options.store ?? sqliteStore({ path: '.assay/assay.db' })
  const shared = { store, clock, ids, owner: thisOwner(ids.uuid()), leaseTtlMs }
  const runs: RunEnvironment =
    dailyNanoUsd === undefined
      ? shared
      : { ...shared, daily: new DailyBudget(store, clock, dailyNanoUsd) }
  const active = new Set<ActiveRun>()
  return {
    runs,
    active,
    drive(plan) {
      const run = new ActiveRun(runs, plan)
      active.add(run)
      const leave = (): void => void active.delete(run)
      run.result.then(leave, leave)
      return run
    },
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
  const hasDailyBudget = options.dailyBudgetUsd !== undefined
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
    refusesUnpriced: onUnpriced === 'refuse' && (driver.isBudgeted || hasDailyBudget),
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
