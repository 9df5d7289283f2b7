import type { DatabaseSync } from 'node:sqlite'
import type { Message } from '../journal-store.ts'

/** The statements on `message`. */
export interface MessageTable {
  /** Keeps a message once, however often it is posted. */
  insert(runId: string, id: string, text: string): void
  all(runId: string): readonly Message[]
  dismiss(runId: string, id: string): void
  delete(runId: string): void
}

/** Prepares the statements on `message`. A message is kept as JSON, so any string survives. */
export function messageTable(database: DatabaseSync): MessageTable {
  const insert = database.prepare('INSERT OR IGNORE INTO message (run, id, text) VALUES (?, ?, ?)')
  const all = database.prepare('SELECT text FROM message WHERE run = ? ORDER BY position')
  const dismiss = database.prepare('DELETE FROM message WHERE run = ? AND id = ?')
  const remove = database.prepare('DELETE FROM message WHERE run = ?')
  return {
    insert: (runId, id, text) => void insert.run(runId, id, text),
    all(runId) {
      const rows = all.all(runId) as unknown as readonly { readonly text: string }[]
      return rows.map((row) => JSON.parse(row.text) as Message)
    },
    dismiss: (runId, id) => void dismiss.run(runId, id),
    delete: (runId) => void remove.run(runId),
  }
}
