import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { encodeEntry } from '../src/journal/codec.ts'
import type { JournalStore } from '../src/store/journal-store.ts'
import { timed } from './harness.ts'
import { inFolder } from './work-folder.ts'

/**
 * The durable points of a run: the UTF-8 bytes of each batch that its journal appended, a line
 * break after each entry counted in. One append is one durable point: it resolves when all of it
 * would survive.
 */
export type DurablePoints = readonly number[]

/** A store that notes the durable points of what is appended to it. */
export function noting(store: JournalStore): {
  readonly store: JournalStore
  readonly points: DurablePoints
} {
  const points: number[] = []
  const append: JournalStore['append'] = (runId, entries, guard) => {
    const sizes = entries.map((entry) => Buffer.byteLength(encodeEntry(entry)) + 1)
    points.push(sizes.reduce((sum, size) => sum + size, 0))
    return store.append(runId, entries, guard)
  }
  return { store: { ...store, append }, points }
}

/** Appends the same bytes to one growing file, and syncs its data at each durable point if asked. */
export function bareAppends(points: DurablePoints, syncs: boolean): Promise<number> {
  const bytes = Buffer.alloc(Math.max(...points), 'x')
  return inFolder(async (folder) => {
    const file = openSync(join(folder, 'journal'), 'a')
    const ms = await timed(() => {
      for (const size of points) {
        writeSync(file, bytes, 0, size)
        if (syncs) fdatasyncSync(file)
      }
    })
    closeSync(file)
    return ms
  })
}
