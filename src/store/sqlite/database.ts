import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { isBusy } from './busy.ts'
import { nodeSqlite } from './node-sqlite.ts'
import type { Durability } from './options.ts'
import { applicationId, schema, schemaVersion } from './schema.ts'

const synchronous: Readonly<Record<Durability, string>> = { power: 'FULL', process: 'NORMAL' }

/** How long opening waits for other processes that open the same file. */
const openTimeoutMs = 5000

/** How long opening blocks before it tries again to turn the write-ahead log on. */
const logRetryMs = 5

/**
 * How long one try to begin a transaction blocks the event loop while another process writes.
 * Between tries the loop turns, so that timers and streams stay alive.
 */
const writeTimeoutMs = 100

/**
 * Opens the file, and creates it with its folder where it is missing. A file that is not ours is
 * left as it was found.
 *
 * Live.
 *
 * @throws {Error} What Node or SQLite said, or that the file belongs to something else.
 */
export function openDatabase(path: string, durability: Durability): DatabaseSync {
  mkdirSync(dirname(path), { recursive: true })
  const { DatabaseSync } = nodeSqlite()
  const database = new DatabaseSync(path, { timeout: openTimeoutMs })
  try {
    const isNew = inspect(database)
    keepLog(database)
    if (isNew) create(database)
    database.exec(`PRAGMA synchronous = ${synchronous[durability]}`)
    database.exec(`PRAGMA busy_timeout = ${writeTimeoutMs}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/**
 * Turns the write-ahead log on, which the file remembers. SQLite does not wait by itself when
 * several processes do this to a new file at once.
 */
function keepLog(database: DatabaseSync): void {
  for (let waitedMs = 0; ; waitedMs += logRetryMs) {
    try {
      const [mode] = Object.values(database.prepare('PRAGMA journal_mode = WAL').get() ?? {})
      if (mode === 'wal') return
      throw new Error('no write-ahead log can be kept there')
    } catch (cause) {
      if (waitedMs >= openTimeoutMs || !isBusy(cause)) throw cause
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, logRetryMs)
  }
}

/** Creates the schema, unless another process did so meanwhile. */
function create(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  if (isUnclaimed(database)) database.exec(schema)
  database.exec('COMMIT')
}

/** Looks at the file as it is at one moment, while other processes may be creating it. */
function inspect(database: DatabaseSync): boolean {
  database.exec('BEGIN')
  const isNew = isUnclaimed(database)
  database.exec('COMMIT')
  return isNew
}

/** Whether the schema is still to be created. Throws if the file is not ours to use. */
function isUnclaimed(database: DatabaseSync): boolean {
  const owner = pragma(database, 'application_id')
  if (owner === applicationId) {
    const version = pragma(database, 'user_version')
    if (version === schemaVersion) return false
    throw new Error(`its schema is ${version}; this version knows ${schemaVersion}`)
  }
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  if (owner === 0 && isEmpty) return true
  throw new Error('it is a database of another application')
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}
