import { runAgent } from '../agent/loop.ts'
import { parseAgentOptions } from '../agent/options.ts'
import { whyNotOk } from '../agent/result.ts'
import { usdOf } from '../budget/price.ts'
import { invalidArgument } from '../kernel/error.ts'
import { lossless } from '../kernel/lossless.ts'
import { checkChoice, checkString } from '../kernel/options.ts'
import { runOrchestration } from '../orchestrator/run-orchestration.ts'
import type { RunPlan } from '../run/active-run.ts'
import type { Driver } from '../run/driver.ts'
import { type Branches, parallel, type ParallelOptions } from '../run/parallel.ts'
import { runAt } from '../run/scope.ts'
import { awaitSignal } from '../run/signal.ts'
import { performStep, type StepOptions } from '../run/step.ts'
import { sleep, sleepUntil } from '../run/timer.ts'
import { runChild } from './child-workflow.ts'
import { own } from './determinism.ts'
import type { EngineParts } from './engine-parts.ts'
import { type SignalOptions, signalRequest } from './signal-options.ts'
import type { AnyWorkflow, BudgetView, ChildOptions, Context } from './workflow.ts'

/** Makes a workflow's code ready to be driven. */
export type BodyOf = (workflow: AnyWorkflow, args: unknown) => RunPlan['body']

/** Makes the context of one run. */
export function openContext(driver: Driver, parts: EngineParts, bodyOf: BodyOf): Context {
  const environment = parts.agentsIn(driver)
  return {
    get abortSignal() {
      return driver.signal
    },
    get budget() {
      return budgetOf(driver)
    },
    agent: own(async (prompt, options) => {
      const request = { prompt, ...parseAgentOptions(options, parts) }
      const { result } = await runAgent(environment, request)
      if (result.status !== 'ok') driver.drop(request.label, whyNotOk(result))
      return result
    }) as Context['agent'],
    step: own((name: string, body: never, options?: StepOptions) =>
      performStep(driver, name, body, options),
    ) as Context['step'],
    parallel: ((branches: Branches<unknown>, options?: ParallelOptions) =>
      parallel(driver, branches, options)) as Context['parallel'],
    orchestrate: own((goal, options) =>
      runOrchestration({ environment, profiles: parts.profiles, goal, options: options ?? {} }),
    ),
    signal: own((key: string, options?: SignalOptions<unknown>) =>
      awaitSignal(driver, signalRequest(key, options)),
    ) as Context['signal'],
    sleep: own((ms) => sleep(driver, ms)),
    sleepUntil: own((epochMs) => sleepUntil(driver, epochMs)),
    workflow: own((workflow: AnyWorkflow, args: unknown, options: ChildOptions = {}) =>
      runChild(driver, parts, { workflow, args, options, bodyOf }),
    ) as Context['workflow'],
    phase: (name, body) => inPhase(driver, name, body),
    log: (level, message, data) => {
      checkChoice('level', level, ['debug', 'info', 'warn', 'error'])
      checkString('message', message)
      const kept = lossless(data, 'data')
      driver.events.emit({ type: 'log', level, message, ...(kept !== undefined && { data: kept }) })
    },
    now: own(() => driver.decideNow('now', () => driver.clock.now())),
    random: own(() => driver.decideNow('random', () => driver.ids.random())),
    uuid: own(() => driver.decideNow('uuid', () => driver.ids.uuid())),
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
