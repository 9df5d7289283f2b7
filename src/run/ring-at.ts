import type { Clock } from '../kernel/clock.ts'

/** The longest time that a timer of Node can be set to. */
const mostMs = 2 ** 31 - 1

/**
 * Calls `ring` once `dueAt` (epoch ms) has come, however far away it is.
 *
 * Live.
 *
 * @returns Ends the waiting; nothing rings after it.
 */
export function ringAt(clock: Clock, dueAt: number, ring: () => void): () => void {
  const step = (): (() => void) =>
    clock.after(Math.max(0, Math.min(dueAt - clock.now(), mostMs)), () => {
      if (clock.now() >= dueAt) ring()
      else stop = step()
    })
  let stop = step()
  return () => stop()
}
