import type { DatabaseSync } from 'node:sqlite'

/**
 * What leads from each schema to the next, the first from schema 1 to 2. A step is never changed:
 * files that were made before it have to be led through it as those before them were.
 */
const steps: readonly string[] = [
  `
    CREATE TABLE spent (
      day TEXT PRIMARY KEY,
      nano_usd INTEGER NOT NULL
    ) WITHOUT ROWID;
  `,
]

/**
 * Leads a file from the schema that it has to `version`, one step after the other. Runs inside a
 * transaction of the caller, so that a file has one schema or another, never half of one.
 */
export function migrate(database: DatabaseSync, from: number, version: number): void {
  for (const step of steps.slice(from - 1, version - 1)) database.exec(step)
  database.exec(`PRAGMA user_version = ${version}`)
}
