export type { Durability, SqliteOptions } from './options.ts'
export { sqliteStore } from './sqlite-store.ts'
