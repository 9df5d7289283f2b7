import { invalidArgument } from '../kernel/error.ts'
import { checkOptionNames } from '../kernel/options.ts'
import type { Driver } from './driver.ts'
import { type Place, runAt, type Scope } from './scope.ts'

/** The branches of a `parallel`: in order, or by name. */
export type Branches<T> = readonly (() => Promise<T>)[] | Readonly<Record<string, () => Promise<T>>>

/** How branches run. */
export interface ParallelOptions {
  /** How many branches run at once; default all. */
  readonly concurrency?: number
}

/** What a `parallel` returns: the result of each branch, in the form in which they were given. */
export type ParallelResult<Given extends Branches<unknown>> = {
  -readonly [Name in keyof Given]: Given[Name] extends () => Promise<infer T> ? T : never
}

/**
 * Runs branches at once, each in a scope of its own. Named branches are found again by name, array
 * branches by their first effect.
 *
 * Durable, as far as the effects in its branches are.
 *
 * @returns The results in source order, once every branch has settled.
 * @throws The first error in source order, after all branches have settled.
 */
export async function parallel<T>(
  driver: Driver,
  branches: Branches<T>,
  options: ParallelOptions = {},
): Promise<unknown> {
  checkOptionNames(options, { known: ['concurrency'] })
  const { place } = driver
  const bodies = placed(place, branches).map(({ at, body }, position) => {
    if (typeof body === 'function') return () => inBranch({ ...place, scope: at }, body)
    throw invalidArgument(`branches[${position}]`, body, 'a function')
  })
  const settled = await settleAll(bodies, checkConcurrency(options, bodies.length))
  const values = settled.map((each) => {
    if (each.status === 'rejected') throw each.reason
    return each.value
  })
  if (isList(branches)) return values
  return Object.fromEntries(Object.keys(branches).map((name, at) => [name, values[at]]))
}

interface Placed<T> {
  readonly at: Scope
  readonly body: () => Promise<T>
}

function placed<T>({ scope }: Place, branches: Branches<T>): readonly Placed<T>[] {
  return isList(branches)
    ? branches.map((body, position) => ({ at: scope.branch(position), body }))
    : Object.entries(asRecord(branches)).map(([name, body]) => ({ at: scope.named(name), body }))
}

function isList<T>(branches: Branches<T>): branches is readonly (() => Promise<T>)[] {
  return Array.isArray(branches)
}

function asRecord<T>(branches: Branches<T>): Readonly<Record<string, () => Promise<T>>> {
  if (typeof branches === 'object' && branches !== null && !Array.isArray(branches)) {
    return branches as Readonly<Record<string, () => Promise<T>>>
  }
  throw invalidArgument('branches', branches, 'an array or an object of functions')
}

async function inBranch<T>(place: Place, body: () => Promise<T>): Promise<T> {
  return runAt(place, body)
}

function checkConcurrency(options: ParallelOptions, count: number): number {
  const { concurrency = Math.max(count, 1) } = options
  if (!Number.isSafeInteger(concurrency) || concurrency < 1) {
    throw invalidArgument('concurrency', concurrency, 'a whole number above 0')
  }
  return concurrency
}

/** Runs at most `concurrency` bodies at once, started in order. */
async function settleAll<T>(
  bodies: readonly (() => Promise<T>)[],
  concurrency: number,
): Promise<PromiseSettledResult<T>[]> {
  const settled: PromiseSettledResult<T>[] = []
  let next = 0
  const worker = async (): Promise<void> => {
    for (let at = next++; at < bodies.length; at = next++) {
      const [result] = await Promise.allSettled([bodies[at]?.() as Promise<T>])
      settled[at] = result
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, bodies.length) }, worker))
  return settled
}
