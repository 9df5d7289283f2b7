import { hashOf } from '../kernel/hash.ts'
import { checkWhole } from '../kernel/options.ts'
import type { Driver } from './driver.ts'

/**
 * Waits for a time. A run that waits for nothing sooner than a second away is suspended meanwhile.
 *
 * Durable: it is due at the same time in every process.
 *
 * @throws {AssayError} `invalid-argument`; `run-cancelled`.
 */
export async function sleep(driver: Driver, ms: number): Promise<void> {
  checkWhole('ms', ms, 0)
  await waitUntil(driver, ['sleep', ms], () => driver.clock.now() + ms)
}

/** Waits until a point in time (epoch ms); as `sleep()` otherwise. */
export async function sleepUntil(driver: Driver, epochMs: number): Promise<void> {
  checkWhole('epochMs', epochMs, 0)
  await waitUntil(driver, ['sleep-until', epochMs], () => epochMs)
}

async function waitUntil(
  driver: Driver,
  content: readonly [string, number],
  dueAt: () => number,
): Promise<void> {
  await driver.perform({
    kind: 'timer',
    label: content.join(' '),
    key: hashOf(content),
    whenAmbiguous: 'rejoin',
    announce: () => ({ dueAt: dueAt() }),
    dispatch: async ({ started }) => {
      await until(driver, started.dueAt ?? 0)
      return {}
    },
  })
}

async function until(driver: Driver, dueAt: number): Promise<void> {
  if (driver.clock.now() >= dueAt) return
  const due = Promise.withResolvers<void>()
  const pending = [{ kind: 'timer', dueAt }] as const
  await driver.waits.park({ pending, dueAt, onDue: due.resolve }, due.promise)
}
