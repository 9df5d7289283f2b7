export type { SqliteOptions } from './options.ts'
export { sqliteStore } from './sqlite-store.ts'
