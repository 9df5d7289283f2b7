import { randomBytes, randomUUID } from 'node:crypto'

/** Where chance comes from. Everything outside `kernel/` is handed one. */
export interface Ids {
  /** A new run id: short, sortable by nothing, safe in paths and URLs. */
  runId(): string
  uuid(): string
  /** A number in [0, 1). */
  random(): number
}

/** What every source of chance can do, by name. */
export const idsMethods: readonly (keyof Ids)[] = ['runId', 'uuid', 'random']

/** The machine's own source of chance. Live. */
export const systemIds: Ids = {
  runId: () => `run-${randomBytes(6).toString('hex')}`,
  uuid: () => randomUUID(),
  random: () => Math.random(),
}
