import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nextTurn } from '../../src/kernel/clock.ts'
import type { Entry } from '../../src/journal/entry.ts'
import { type Verification, verifyJournal } from '../../src/run/verify.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { type Child, startChild } from './child.ts'
import { entriesOf } from './journal.ts'

/** Where run `r` of a test is kept, and where its calls are noted. */
export interface Place {
  readonly path: string
  readonly log: string
}

/** How a process that drives run `r` is started. */
export interface Driving {
  readonly mode?: 'start' | 'resume'
  readonly workflow: 'held' | 'fan' | 'busy' | 'paid'
  /** Waits for a line before it begins. */
  readonly waits?: boolean
  /** Options of its engine. */
  readonly options?: object
  readonly crashAt?: string
}

/** A place of its own in a folder. */
export function placeIn(folder: string, name: string): Place {
  return { path: join(folder, `${name}.db`), log: join(folder, `${name}.log`) }
}

/** Starts a process that drives run `r`, and waits until it is ready to begin. */
export async function drivenChild({ path, log }: Place, driving: Driving): Promise<Child> {
  const { mode = 'start', workflow, waits = false, options = {}, crashAt } = driving
  const shell = crashAt === undefined ? undefined : `ASSAY_CRASH_AT=${crashAt} exec "$@"`
  const args = [mode, workflow, path, log, JSON.stringify({ waits, ...options })]
  const child = startChild('contend/driven-run.ts', args, shell)
  await child.line()
  return child
}

/** Kills a process and waits for its end. */
export async function kill(child: Child): Promise<void> {
  child.process.kill('SIGKILL')
  await child.ended()
}

/** Waits until a process has stopped, or has ended: the answer is whether it has stopped. */
export async function stopped({ process: { pid = 0 } }: Child): Promise<boolean> {
  for (;;) {
    const stat = existsSync(`/proc/${pid}/stat`) ? readFileSync(`/proc/${pid}/stat`, 'utf8') : ''
    const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
    if (state === 'T') return true
    if (state === '' || state === 'Z') return false
    await nextTurn()
  }
}

/** The calls that reached the outside, in order. */
export function callsIn({ log }: Place): readonly string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []
}

/** Looks into a store, and closes it. */
export async function lookInto<T>(
  place: Place,
  look: (store: JournalStore) => Promise<T>,
): Promise<T> {
  const store = sqliteStore({ path: place.path })
  try {
    return await look(store)
  } finally {
    await store.close()
  }
}

/** The entries of run `r`, once its chain was found sound. */
export async function soundEntries(place: Place): Promise<{
  readonly entries: readonly Entry[]
  readonly found: Verification | undefined
}> {
  return lookInto(place, async (store) => {
    const entries = await entriesOf(store, 'r')
    return { entries, found: entries.length === 0 ? undefined : await verifyJournal(store, 'r') }
  })
}

/** Labels of the steps that the journal holds as ended, and of those that it holds as started. */
export function stepsIn(entries: readonly Entry[]): {
  readonly ended: ReadonlySet<string>
  readonly open: ReadonlySet<string>
} {
  const open = new Map<number, string>()
  const ended = new Set<string>()
  for (const entry of entries) {
    if (entry.type === 'step-started') open.set(entry.seq, entry.label)
    if (entry.type !== 'step-completed' && entry.type !== 'step-failed') continue
    ended.add(open.get(entry.started) ?? '')
    open.delete(entry.started)
  }
  return { ended, open: new Set(open.values()) }
}
