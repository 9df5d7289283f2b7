import type { DatabaseSync } from 'node:sqlite'
import type { LeaseRecord } from '../lease-rules.ts'

/** The statements on `lease`. */
export interface LeaseTable {
  get(runId: string): LeaseRecord | undefined
  put(record: LeaseRecord): void
}

/** Prepares the statements on `lease`. `token` repeats the record's, for appends to compare. */
export function leaseTable(database: DatabaseSync): LeaseTable {
  const get = database.prepare('SELECT record FROM lease WHERE run = ?')
  const put = database.prepare('INSERT OR REPLACE INTO lease (run, token, record) VALUES (?, ?, ?)')
  return {
    get(runId) {
      const row = get.get(runId) as unknown as { readonly record: string } | undefined
      return row && (JSON.parse(row.record) as LeaseRecord)
    },
    put(record) {
      const { runId, token } = record.lease
      put.run(runId, token, JSON.stringify(record))
    },
  }
}
