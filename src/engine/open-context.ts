import { runAgent } from '../agent/loop.ts'
import { parseAgentOptions } from '../agent/options.ts'
import { whyNotOk } from '../agent/result.ts'
import { usdOf } from '../budget/price.ts'
import { invalidArgument } from '../kernel/error.ts'
import { lossless } from '../kernel/lossless.ts'
import { checkChoice, checkString } from '../kernel/options.ts'
import { runOrchestration } from '../orchestrator/run-orchestration.ts'
import type { Driver } from '../run/driver.ts'
import { type Branches, parallel, type ParallelOptions } from '../run/parallel.ts'
import { runAt } from '../run/scope.ts'
import { performStep, type StepOptions } from '../run/step.ts'
import type { BudgetView, Context } from './context.ts'
import type { EngineParts } from './engine-parts.ts'

/** Makes the context of one run. */
export function openContext(driver: Driver, parts: EngineParts): Context {
  const environment = parts.agentsIn(driver)
  return {
    get abortSignal() {
      return driver.signal
    },
    get budget() {
      return budgetOf(driver)
    },
    async agent(prompt, options) {
      const request = { prompt, ...parseAgentOptions(options, parts) }
      const { result } = await runAgent(environment, request)
      if (result.status !== 'ok') driver.drop(request.label, whyNotOk(result))
      return result
    },
    step: ((name: string, body: never, options?: StepOptions) =>
      performStep(driver, name, body, options)) as Context['step'],
    parallel: ((branches: Branches<unknown>, options?: ParallelOptions) =>
      parallel(driver, branches, options)) as Context['parallel'],
    orchestrate: (goal, options) =>
      runOrchestration({ environment, profiles: parts.profiles, goal, options: options ?? {} }),
    phase: (name, body) => inPhase(driver, name, body),
    log: (level, message, data) => {
      checkChoice('level', level, ['debug', 'info', 'warn', 'error'])
      checkString('message', message)
      const kept = lossless(data, 'data')
      driver.events.emit({ type: 'log', level, message, ...(kept !== undefined && { data: kept }) })
    },
    now: () => driver.decideNow('now', () => driver.clock.now()),
    random: () => driver.decideNow('random', () => driver.ids.random()),
    uuid: () => driver.decideNow('uuid', () => driver.ids.uuid()),
  }
}

function budgetOf({ account }: Driver): BudgetView {
  return {
    spentUsd: usdOf(account.spentNanoUsd),
    reservedUsd: usdOf(account.heldNanoUsd),
    leftUsd: usdOf(account.freeNanoUsd),
  }
}

async function inPhase<T>(driver: Driver, name: string, body: () => Promise<T>): Promise<T> {
  if (typeof name !== 'string' || name === '') throw invalidArgument('name', name, 'a text')
  if (typeof body !== 'function') throw invalidArgument('body', body, 'a function')
  return runAt({ ...driver.place, phase: name }, body)
}
