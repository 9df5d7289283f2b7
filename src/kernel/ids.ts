import { randomBytes, randomUUID } from 'node:crypto'
import { ownCall } from './bare-call.ts'

/** Where chance comes from. Everything outside `kernel/` is handed one. */
export interface Ids {
  /** A new run id: short, sortable by nothing, safe in paths and URLs. */
  runId(): string
  uuid(): string
  /** A number in [0, 1). */
  random(): number
}

/** Whether a text can be the id of a run: 1 to 64 letters, digits, `.`, `_` or `-`. Pure. */
export function isRunId(text: unknown): text is string {
  return typeof text === 'string' && /^(?!\.+$)[\w.-]{1,64}$/.test(text)
}

/** What every source of chance can do, by name. */
export const idsMethods: readonly (keyof Ids)[] = ['runId', 'uuid', 'random']

/** The machine's own source of chance. Live. */
export const systemIds: Ids = {
  runId: () => `run-${randomBytes(6).toString('hex')}`,
  uuid: () => randomUUID(),
  random: () => ownCall(() => Math.random()),
}
