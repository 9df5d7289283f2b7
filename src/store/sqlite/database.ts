import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { migrate } from './migrate.ts'
import { nodeSqlite } from './node-sqlite.ts'
import type { Durability } from './options.ts'
import { isBusy, isReadOnly } from './result-code.ts'
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

/** A file that was opened, and whether it can only be read. */
export interface OpenedFile {
  readonly database: DatabaseSync
  readonly isReadOnly: boolean
}

/**
 * Opens the file, and creates it with its folder where it is missing. A file of an earlier schema
 * is led to the present one; one that is not ours, or of a later schema, is left as it was found.
 * On a disk where nothing can be written, the file is opened to read.
 *
 * Live.
 *
 * @throws {Error} What Node or SQLite said, or that the file belongs to something else.
 */
export function openDatabase(path: string, durability: Durability): OpenedFile {
  mkdirSync(dirname(path), { recursive: true })
  try {
    return { database: openToWrite(path, durability), isReadOnly: false }
  } catch (cause) {
    if (!isReadOnly(cause) || !isAtRest(path)) throw cause
    return { database: openToRead(path), isReadOnly: true }
  }
}

function openToWrite(path: string, durability: Durability): DatabaseSync {
  const { DatabaseSync } = nodeSqlite()
  const database = new DatabaseSync(path, { timeout: openTimeoutMs })
  try {
    const isReady = isUpToDate(database)
    keepLog(database)
    if (!isReady) bringUp(database)
    database.exec(`PRAGMA synchronous = ${synchronous[durability]}`)
    database.exec(`PRAGMA busy_timeout = ${writeTimeoutMs}`)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Whether the file is there, and all that was committed stands in it and not in its log. */
function isAtRest(path: string): boolean {
  const [file, log] = [path, `${path}-wal`].map((each) => statSync(each, { throwIfNoEntry: false }))
  return file?.isFile() === true && (log === undefined || log.size === 0)
}

/** Opens a file on a disk on which nothing can be written, and so nobody else writes. */
function openToRead(path: string): DatabaseSync {
  const { DatabaseSync } = nodeSqlite()
  const url = pathToFileURL(path)
  url.searchParams.set('immutable', '1')
  const database = new DatabaseSync(url, { readOnly: true })
  try {
    schemaIn(database)
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

/** Creates the schema, or leads an earlier one to it, unless another process did so meanwhile. */
function bringUp(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  const found = schemaIn(database)
  if (found === none) database.exec(schema)
  else if (found < schemaVersion) migrate(database, found, schemaVersion)
  database.exec('COMMIT')
}

/** Looks at the file as it is at one moment, while other processes may be creating it. */
function isUpToDate(database: DatabaseSync): boolean {
  database.exec('BEGIN')
  const found = schemaIn(database)
  database.exec('COMMIT')
  return found === schemaVersion
}

/** The schema of an empty file. */
const none = 0

/** The schema that the file has. Throws if the file is not ours to use. */
function schemaIn(database: DatabaseSync): number {
  const owner = pragma(database, 'application_id')
  if (owner === applicationId) {
    const version = pragma(database, 'user_version')
    if (version > none && version <= schemaVersion) return version
    throw new Error(`its schema is ${version}; this version knows ${schemaVersion}`)
  }
  const isEmpty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined
  if (owner === 0 && isEmpty) return none
  throw new Error('it is a database of another application')
}

function pragma(database: DatabaseSync, name: string): number {
  return Number(database.prepare(`PRAGMA ${name}`).get()?.[name])
}
