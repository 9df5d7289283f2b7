import { describe, expect, it } from 'vitest'
import type { RunHandle } from '../../engine/engine.ts'
import type { Entry } from '../../journal/entry.ts'
import type { RunEvent } from '../../run/events.ts'
import type { JournalStore } from '../../store/journal-store.ts'
import { memoryStore } from '../../store/memory.ts'
import type { Output } from '../terminal/output.ts'
import { watchRun } from './watch-run.ts'

const childStarted = (seq: number): Entry => ({
  type: 'step-started',
  seq,
  at: 0,
  prev: '',
  scope: `child:${seq}`,
  key: 'k',
  ordinal: 0,
  kind: 'child',
  label: `c${seq} reader`,
})
const entryEvent = (seq: number): RunEvent => ({ type: 'entry', seq, entry: childStarted(seq) })

/** What is shown of these events, over a store that holds children 1 to `held`. */
async function shownOf(events: readonly RunEvent[], held: number): Promise<readonly string[]> {
  const lines: string[] = []
  const output: Output = {
    isOpen: true,
    result: () => undefined,
    note: (line) => void lines.push(line),
  }
  const store: JournalStore = {
    ...memoryStore(),
    async *read(_, from = 1) {
      for (let seq = from; seq <= held; seq += 1) yield childStarted(seq)
    },
  }
  const handle = {
    runId: 'run-1',
    events: (async function* () {
      yield* events
    })(),
  } as unknown as RunHandle<unknown>
  await watchRun(handle, store, output)
  return lines
}

describe('watchRun()', () => {
  it('tells of what happens', async () => {
    expect(await shownOf([entryEvent(1), entryEvent(2)], 2)).toEqual([
      'c1 reader started',
      'c2 reader started',
    ])
  })

  it('reads what it missed from the store, and tells of nothing twice', async () => {
    const events: RunEvent[] = [
      entryEvent(1),
      { type: 'skipped', count: 2, firstSeq: 2, lastSeq: 3 },
      entryEvent(3),
      entryEvent(4),
      entryEvent(6),
    ]
    expect(await shownOf(events, 4)).toEqual([1, 2, 3, 4, 6].map((seq) => `c${seq} reader started`))
  })

  it('knows what a resumed run did before, and does not tell of it again', async () => {
    expect(await shownOf([entryEvent(3)], 3)).toEqual(['c3 reader started'])
  })

  it('shows what the workflow logs, on one line', async () => {
    const log: RunEvent = { type: 'log', level: 'warn', message: 'disk\n\u001b[31mfull' }
    expect(await shownOf([log], 0)).toEqual(['warn: disk full'])
  })
})
