/** What SQLite answers while another process is in the way. */
const sqliteBusy = 5

/** The part of a result code that extended codes share. */
const primaryCode = 0xff

/** Whether SQLite failed only because another process was in the way. Pure. */
export function isBusy(cause: unknown): boolean {
  if (!(cause instanceof Error) || !('errcode' in cause)) return false
  return typeof cause.errcode === 'number' && (cause.errcode & primaryCode) === sqliteBusy
}
