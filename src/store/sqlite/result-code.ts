/** What SQLite answers while another process is in the way. */
const sqliteBusy = 5

/** What SQLite answers to a write where it may only read. */
const sqliteReadOnly = 8

/** What SQLite answers where a page of the file is not what it wrote. */
const sqliteCorrupt = 11

/** What SQLite answers where it cannot make the files that it keeps beside the database. */
const sqliteCannotOpen = 14

/** The part of a result code that extended codes share. */
const primaryCode = 0xff

/** Whether SQLite failed only because another process was in the way. Pure. */
export function isBusy(cause: unknown): boolean {
  return hasCode(cause, sqliteBusy)
}

/** Whether SQLite met a damaged page; what stands on other pages can still be read. Pure. */
export function isCorrupt(cause: unknown): boolean {
  return hasCode(cause, sqliteCorrupt)
}

/** Whether SQLite failed because nothing can be written there. Pure. */
export function isReadOnly(cause: unknown): boolean {
  return hasCode(cause, sqliteReadOnly) || hasCode(cause, sqliteCannotOpen)
}

function hasCode(cause: unknown, code: number): boolean {
  if (!(cause instanceof Error) || !('errcode' in cause)) return false
  return typeof cause.errcode === 'number' && (cause.errcode & primaryCode) === code
}
