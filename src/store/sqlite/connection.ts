import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { AssayError } from '../../kernel/error.ts'
import type { Standing } from '../append-rules.ts'
import { storeClosed, storeFailed } from '../store-failed.ts'
import { type BlobTable, blobTable } from './blob-table.ts'
import { isBusy } from './result-code.ts'
import { type OpenedFile, openDatabase } from './database.ts'
import { type EntryTable, entryTable } from './entry-table.ts'
import type { Transaction } from './group-commit.ts'
import { type LeaseTable, leaseTable } from './lease-table.ts'
import { type MessageTable, messageTable } from './message-table.ts'
import type { Durability } from './options.ts'
import { type SpentTable, spentTable } from './spent-table.ts'

/** Every table, with its statements prepared. */
export interface Tables {
  readonly entries: EntryTable
  readonly leases: LeaseTable
  readonly blobs: BlobTable
  readonly messages: MessageTable
  readonly spent: SpentTable
  /** Where runs stand within this transaction, for those that it has met. */
  readonly standings: Map<string, Standing>
}

/** The one connection of a store. It opens the file at the first use, and again after a failure. */
export interface Connection {
  readonly transaction: Transaction
  /** Opens the file if need be. Throws what SQLite throws. */
  tables(): Tables
  /** Runs a query; whatever goes wrong is thrown as `store-failed`. */
  read<Answer>(operation: string, query: (tables: Tables) => Answer): Answer
  close(): void
}

interface Opened {
  readonly database: DatabaseSync
  readonly isReadOnly: boolean
  readonly begin: StatementSync
  readonly commit: StatementSync
  readonly tables: Tables
}

/** Describes the connection to a file, without opening it. Live. */
export function connection(path: string, durability: Durability): Connection {
  let opened: Opened | undefined
  let isClosed = false

  function open(): Opened {
    if (isClosed) throw new Error('the store is closed')
    if (opened !== undefined) return opened
    opened = prepare(openDatabase(path, durability))
    return opened
  }

  function close(): void {
    opened?.database.close()
    opened = undefined
  }

  function failure(operation: string, cause: unknown): AssayError {
    if (isClosed) return storeClosed(operation)
    if (AssayError.is(cause)) return cause
    const reason = cause instanceof Error ? cause.message : String(cause)
    return storeFailed(operation, `${JSON.stringify(path)}: ${reason}`, cause)
  }

  return {
    transaction: {
      begin() {
        // What could only be read when it was opened may be writable now.
        if (open().isReadOnly) close()
        const { begin, tables, isReadOnly } = open()
        if (isReadOnly) throw new Error('attempt to write a readonly database')
        begin.run()
        tables.standings.clear()
      },
      commit: () => void open().commit.run(),
      rollback() {
        if (opened !== undefined && !rolledBack(opened.database)) close()
      },
      isBusy: (cause) => opened !== undefined && isBusy(cause),
      failure,
    },
    tables: () => open().tables,
    read(operation, query) {
      try {
        return query(open().tables)
      } catch (cause) {
        throw failure(operation, cause)
      }
    },
    close() {
      isClosed = true
      close()
    },
  }
}

function prepare({ database, isReadOnly }: OpenedFile): Opened {
  return {
    database,
    isReadOnly,
    begin: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    tables: {
      entries: entryTable(database),
      leases: leaseTable(database),
      blobs: blobTable(database),
      messages: messageTable(database),
      spent: spentTable(database),
      standings: new Map(),
    },
  }
}

/** Undoes what was begun. A connection that cannot do so must be closed, which does. */
function rolledBack(database: DatabaseSync): boolean {
  try {
    if (database.isTransaction) database.exec('ROLLBACK')
    return true
  } catch {
    return false
  }
}
