import type * as NodeSqlite from 'node:sqlite'

type Warn = (warning: string | Error, ...rest: readonly unknown[]) => void

const notice = 'SQLite is an experimental feature'

/**
 * Loads Node's own SQLite on first use, without the warning that some versions of Node give for
 * it. Every other warning passes, and loading is synchronous, so the filter is gone before any
 * other code runs. Live.
 */
export function nodeSqlite(): typeof NodeSqlite {
  const warn = Reflect.get(process, 'emitWarning') as Warn
  process.emitWarning = (warning: string | Error, ...rest: readonly unknown[]): void => {
    if (!String(warning).startsWith(notice)) Reflect.apply(warn, process, [warning, ...rest])
  }
  try {
    return process.getBuiltinModule('node:sqlite')
  } finally {
    process.emitWarning = warn
  }
}
