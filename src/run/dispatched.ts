import type { Draft, StepStarted } from '../journal/entry.ts'
import { recordError, reviveError } from '../journal/recorded-error.ts'
import type { Usage } from '../journal/usage.ts'
import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import type { Cost, Dispatched, Performed } from './effect.ts'
import { pack } from './payload.ts'

/** What came of a dispatch; one that throws failed. */
export async function settled(dispatch: () => Promise<Dispatched>): Promise<Dispatched> {
  try {
    return await dispatch()
  } catch (error) {
    return { error }
  }
}

/** What is written at the end of a dispatch, and what its caller is given. */
export type DispatchEnd =
  | { readonly draft: Draft; readonly blobs: readonly Uint8Array[]; readonly performed: Performed }
  | { readonly draft: Draft; readonly blobs: readonly Uint8Array[]; readonly error: Error }

/** What comes of a dispatch; a value that the journal cannot carry is a failure. Pure. */
export function endOf(started: StepStarted, dispatched: Dispatched): DispatchEnd {
  const { seq, label } = started
  const { usage, cost, spending } = dispatched
  const spent = { ...paid(usage, cost), ...(spending !== undefined && { spending }) }
  const output = keep(dispatched, label)
  if ('error' in output) {
    const error = recordError(output.error, label)
    const draft = { type: 'step-failed', started: seq, error, ...spent } as const
    const revived = paidBy(reviveError(error, output.error), paid(usage, cost))
    return { draft, blobs: [], error: revived }
  }
  const { value } = output
  const { payload, blobs } = pack(value)
  return {
    draft: { type: 'step-completed', started: seq, output: payload, ...spent },
    blobs,
    performed: { outcome: 'done', value, seq, replayed: false, ...paid(usage, cost) },
  }
}

/** The output of a dispatch as the journal keeps it; one that it cannot carry is a failure. Pure. */
function keep(
  dispatched: Dispatched,
  name: string,
): { readonly value: Json | undefined } | { readonly error: unknown } {
  if ('error' in dispatched) return { error: dispatched.error }
  try {
    return { value: lossless(dispatched.output, name) }
  } catch (error) {
    return { error }
  }
}

/** What a call used and cost, as far as it is known. Pure. */
export function paid(usage: Usage | undefined, cost: Cost | undefined): Paid {
  return { ...(usage !== undefined && { usage }), ...(cost !== undefined && { cost }) }
}

/** What a paid call used and cost, as far as it was paid. */
export interface Paid {
  readonly usage?: Usage
  readonly cost?: Cost
}

const failures = new WeakMap<Error, Paid>()

/** Notes on an error what the effect that failed with it used and cost. */
export function paidBy(error: Error, used: Paid): Error {
  failures.set(error, used)
  return error
}

/** What the effect that failed with this error used and cost. */
export function paidFor(error: unknown): Paid {
  return (error instanceof Error && failures.get(error)) || {}
}
