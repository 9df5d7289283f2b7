import { setTimeout as wait } from 'node:timers/promises'
import { ownCall } from './bare-call.ts'

/** Where time comes from. Everything outside `kernel/` is handed one. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number
  /** Resolves after `ms`, or rejects with the signal's reason. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Calls `ring` after `ms`, unless the returned function is called before. */
  after(ms: number, ring: () => void): () => void
  /** Calls `tick` every `ms` until the returned function is called; never keeps a process alive. */
  every(ms: number, tick: () => void): () => void
}

/** What every clock can do, by name. */
export const clockMethods: readonly (keyof Clock)[] = ['now', 'sleep', 'after', 'every']

/** The machine's own clock. Live. */
export const systemClock: Clock = {
  now: () => ownCall(() => Date.now()),
  sleep: (ms, signal) => wait(ms, undefined, signal === undefined ? {} : { signal }),
  after(ms, ring) {
    const timer = setTimeout(ring, ms)
    return () => clearTimeout(timer)
  },
  every(ms, tick) {
    const timer = setInterval(tick, ms).unref()
    return () => clearInterval(timer)
  },
}

/** Resolves on the next turn of the event loop, after all that is already runnable. Live. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
