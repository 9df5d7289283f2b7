import type { DatabaseSync } from 'node:sqlite'

/** The statements on `spent`. */
export interface SpentTable {
  /** What was spent in a day, in nano-dollars. */
  get(day: string): number
  add(day: string, nanoUsd: number): void
}

/** Prepares the statements on `spent`. */
export function spentTable(database: DatabaseSync): SpentTable {
  const get = database.prepare('SELECT nano_usd AS nanoUsd FROM spent WHERE day = ?')
  const add = database.prepare(`
    INSERT INTO spent (day, nano_usd) VALUES (?, ?)
    ON CONFLICT (day) DO UPDATE SET nano_usd = nano_usd + excluded.nano_usd
  `)
  return {
    get: (day) =>
      (get.get(day) as unknown as { readonly nanoUsd: number } | undefined)?.nanoUsd ?? 0,
    add: (day, nanoUsd) => void add.run(day, nanoUsd),
  }
}
