import { type BareCall, unwatched, watched } from '../kernel/bare-call.ts'
import type { Driver } from '../run/driver.ts'

const insteadOf: Readonly<Record<BareCall, string>> = {
  'Date.now()': 'ctx.now()',
  'Math.random()': 'ctx.random()',
  'crypto.randomUUID()': 'ctx.uuid()',
}

/**
 * Runs a workflow's own code. The first bare call of time or chance of each kind outside of a step
 * is told to the readers of the run's events, as a warning: on a replay it gives another value, and
 * what depends on it is paid for again.
 */
export function deterministic<T>(driver: Driver, body: () => Promise<T>): Promise<T> {
  const told = new Set<BareCall>()
  const tell = (call: BareCall): void => {
    if (told.has(call)) return
    told.add(call)
    const message = `${call} outside of a step differs on a replay; call ${insteadOf[call]}`
    driver.events.emit({ type: 'log', level: 'warn', message, data: { call } })
  }
  return watched(tell, body, driver.signal)
}

/** A method of the context whose inner workings may call what a workflow must not. */
export function own<Given extends readonly unknown[], T>(
  method: (...given: Given) => T,
): (...given: Given) => T {
  return (...given) => unwatched(() => method(...given))
}
