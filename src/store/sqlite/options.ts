import { resolve } from 'node:path'
import type { Clock } from '../../kernel/clock.ts'
import { invalidOption, show } from '../../kernel/error.ts'
import { checkOptionNames } from '../../kernel/options.ts'
import { leaseClock } from '../arguments.ts'

/** What a commit must survive: a power cut (`power`), or only the death of the process. */
export type Durability = 'power' | 'process'

/** Where a SQLite store lives, and what it promises. */
export interface SqliteOptions {
  /** The database file. It and its folder are created where they are missing. */
  readonly path: string
  /** `power` (default) syncs the disk at each commit; `process` survives kill -9 only. */
  readonly durability?: Durability
  /** Tells when leases run out; default the machine's clock. */
  readonly clock?: Clock
}

/**
 * Reads the options and fills in what was left out; the path becomes absolute.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` or `invalid-argument` for an option that is not known or cannot act.
 */
export function readOptions(options: SqliteOptions): Required<SqliteOptions> {
  checkOptionNames(options, { known: ['path', 'durability', 'clock'] })
  const { path, durability = 'power' } = options
  if (typeof path !== 'string' || path === '' || path.includes('\0')) {
    throw invalidOption('path', `must name a file, got ${show(path)}`)
  }
  if (path === ':memory:') {
    throw invalidOption('path', 'must name a file; memoryStore() keeps journals in memory')
  }
  if (durability !== 'power' && durability !== 'process') {
    throw invalidOption('durability', `must be "power" or "process", got ${show(durability)}`)
  }
  return { path: resolve(path), durability, clock: leaseClock(options.clock) }
}
