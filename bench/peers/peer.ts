import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What every contender is asked: one piece of work after the other, each recorded for good. */
export interface Task {
  /** A call of a model that answers at once, or a step that does nothing. */
  readonly work: 'call' | 'step'
  /** The database file to work in. */
  readonly path: string
  /** `FULL` syncs the disk at each commit; `NORMAL` leaves that to the checkpoints. */
  readonly synchronous: 'FULL' | 'NORMAL'
  readonly count: number
}

/** What a contender answers. */
export interface Report {
  /** Milliseconds that all pieces took. */
  readonly ms: number
  /** `PRAGMA synchronous` as its own connection tells afterwards; absent where it is hidden. */
  readonly synchronous?: number
  readonly journalMode: string
}

/** The text that every piece of work yields. */
export const answer: string = 'x'.repeat(200)

/**
 * Does the task of the command line, `FOLDER WORK SYNCHRONOUS COUNT`, twice, and prints the report of
 * the second time: by then the code is as fast as it gets.
 */
export async function contend(
  perform: (task: Task) => Promise<Pick<Report, 'ms' | 'synchronous'>>,
): Promise<void> {
  const [folder = '', work, synchronous, count] = process.argv.slice(2)
  const path = join(folder, 'peer.db')
  const task: Task = {
    work: work === 'call' ? 'call' : 'step',
    path,
    synchronous: synchronous === 'FULL' ? 'FULL' : 'NORMAL',
    count: Number(count),
  }
  await perform(task)
  for (const file of [path, `${path}-wal`, `${path}-shm`]) rmSync(file, { force: true })
  const report = await perform(task)
  console.log(JSON.stringify({ ...report, journalMode: journalModeOf(path) }))
  process.exit()
}

/** Loads a package that only `bench/peers/package.json` lists, as the part of it that is used. */
export async function peerModule<Part>(name: string): Promise<Part> {
  return (await import(name)) as Part
}

function journalModeOf(path: string): string {
  if (!existsSync(path)) throw new Error(`no database was written to ${path}`)
  const database = new DatabaseSync(path)
  const [mode] = Object.values(database.prepare('PRAGMA journal_mode').get() ?? {})
  database.close()
  return String(mode)
}
