import { invalidArgument, invalidOption } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import { checkChoice, checkOptionNames, checkWhole } from '../kernel/options.ts'
import type { Driver } from './driver.ts'

/** What the code of a step is given. */
export interface StepContext {
  /** Aborted when the run is cancelled or has ended. */
  readonly signal: AbortSignal
  /** The same for every attempt at this step, in this process and later ones. */
  readonly idempotencyKey: string
}

/** How a step runs, and what its result depends on. */
export interface StepOptions {
  /** What the result depends on beside the name: a change makes it a new step. */
  readonly deps?: Json
  /** How often a failed attempt is repeated at once; default 0. Not with `effect: 'once'`. */
  readonly retries?: number
  /** `once`: a step that a crash cut off is not run again. */
  readonly effect?: 'once'
}

/** What came of a `once` step. */
export type OnceOutcome<T> =
  | { readonly outcome: 'done'; readonly value: T }
  | { readonly outcome: 'unknown'; readonly idempotencyKey: string }

/**
 * Runs host code as a step: recorded once, replayed for free.
 *
 * At least once; with `effect: 'once'` at most once.
 *
 * @throws The step's failure, equal in code and message on every replay.
 */
export async function performStep<T>(
  driver: Driver,
  name: string,
  body: (context: StepContext) => Promise<T>,
  options: StepOptions = {},
): Promise<T | OnceOutcome<T>> {
  const { deps, retries, once } = checkStep(name, body, options)
  const performed = await driver.perform({
    kind: 'step',
    label: name,
    key: hashOf(['step', name, deps, once]),
    whenAmbiguous: once ? 'leave' : 'again',
    dispatch: async (call) => ({ output: await attempt(body, call, retries) }),
  })
  if (performed.outcome === 'unknown') {
    return { outcome: 'unknown', idempotencyKey: performed.idempotencyKey }
  }
  const value = (performed.outcome === 'done' ? performed.value : undefined) as T
  return once ? { outcome: 'done', value } : value
}

async function attempt<T>(
  body: (context: StepContext) => Promise<T>,
  { signal, idempotencyKey }: StepContext,
  retries: number,
): Promise<T> {
  for (let left = retries; ; left -= 1) {
    try {
      return await body({ signal, idempotencyKey })
    } catch (error) {
      if (left <= 0 || signal.aborted) throw error
    }
  }
}

function checkStep(
  name: string,
  body: unknown,
  options: StepOptions,
): { readonly deps: Json; readonly retries: number; readonly once: boolean } {
  if (typeof name !== 'string' || name === '') throw invalidArgument('name', name, 'a text')
  if (typeof body !== 'function') throw invalidArgument(`step "${name}"`, body, 'a function')
  checkOptionNames(options, { known: ['deps', 'retries', 'effect'] })
  const { deps, retries = 0, effect } = options
  if (effect !== undefined) checkChoice('effect', effect, ['once'])
  checkWhole('retries', retries, 0)
  if (effect === 'once' && retries > 0) {
    throw invalidOption('retries', 'cannot act on a step with effect "once"')
  }
  return { deps: lossless(deps, 'deps') ?? null, retries, once: effect === 'once' }
}
