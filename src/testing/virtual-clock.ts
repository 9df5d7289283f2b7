import { type Clock, nextTurn } from '../kernel/clock.ts'
import { invalidArgument } from '../kernel/error.ts'
import { checkOptionNames } from '../kernel/options.ts'

/** A clock whose time passes only when it is told to. */
export interface VirtualClock extends Clock {
  /** Lets time pass: wakes sleepers and ticks in order, and lets what they wake run. */
  advance(ms: number): Promise<void>
}

interface Alarm {
  readonly at: number
  readonly ring: () => void
}

/**
 * Makes a clock for tests.
 *
 * Pure: no real time passes.
 *
 * @param options `now`: where it starts, in epoch ms; default 0.
 * @returns The clock, to be handed to an engine or store.
 * @throws {AssayError} `invalid-argument` for a start that is no time.
 *
 * @example
 * ```ts
 * const clock = virtualClock({ now: 1000 })
 * clock.now() // => 1000
 * ```
 */
export function virtualClock(options: { readonly now?: number } = {}): VirtualClock {
  checkOptionNames(options, { known: ['now'] })
  let now = options.now ?? 0
  if (!Number.isFinite(now)) throw invalidArgument('now', now, 'a time in epoch ms')
  const alarms = new Set<Alarm>()
  const set = (at: number, ring: () => void): (() => void) => {
    const alarm = { at, ring }
    alarms.add(alarm)
    return () => void alarms.delete(alarm)
  }
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        signal?.throwIfAborted()
        const stop = set(now + ms, () => {
          stop()
          resolve()
        })
        signal?.addEventListener('abort', () => {
          stop()
          reject(signal.reason)
        })
      }),
    after(ms, ring) {
      const stop = set(now + ms, () => {
        stop()
        ring()
      })
      return stop
    },
    every(ms, tick) {
      let stop = (): void => undefined
      const next = (): void => {
        stop()
        stop = set(now + ms, () => {
          next()
          tick()
        })
      }
      next()
      return () => stop()
    },
    async advance(ms) {
      if (!Number.isFinite(ms) || ms < 0) throw invalidArgument('ms', ms, 'a time of at least 0 ms')
      const end = now + ms
      for (let next = due(alarms, end); next !== undefined; next = due(alarms, end)) {
        now = Math.max(now, next.at)
        next.ring()
        await nextTurn()
      }
      now = end
    },
  }
}

function due(alarms: ReadonlySet<Alarm>, end: number): Alarm | undefined {
  let first: Alarm | undefined
  for (const alarm of alarms) {
    if (alarm.at <= end && (first === undefined || alarm.at < first.at)) first = alarm
  }
  return first
}
