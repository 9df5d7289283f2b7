import type { RunHandle } from '../../engine/engine.ts'
import { systemClock } from '../../kernel/clock.ts'
import type { JournalStore } from '../../store/journal-store.ts'
import type { Output } from '../terminal/output.ts'
import { RunProgress } from './run-progress.ts'
import { openScreen } from './screen.ts'

/**
 * Shows a run's progress until its events end. What the journal held before, and what a slow
 * terminal missed, is read from the store.
 *
 * Live.
 */
export async function watchRun(
  handle: RunHandle<unknown>,
  store: JournalStore,
  output: Output,
): Promise<void> {
  const { runId, events } = handle
  const progress = new RunProgress(store)
  const screen = await openScreen(runId, output, systemClock)
  let lastSeq = 0
  const catchUp = async (isNews: boolean, until = Number.POSITIVE_INFINITY): Promise<void> => {
    for await (const entry of store.read(runId, lastSeq + 1)) {
      if (entry.seq > until) return
      lastSeq = entry.seq
      const news = await progress.add(entry)
      screen.show(isNews ? news : [], progress.view)
    }
  }
  try {
    for await (const event of events) {
      if (event.type === 'log') screen.log(`${event.level}: ${event.message}`)
      if (event.type === 'skipped') await catchUp(true)
      if (event.type !== 'entry' || event.seq <= lastSeq) continue
      if (event.seq > lastSeq + 1) await catchUp(lastSeq > 0, event.seq - 1)
      lastSeq = event.seq
      const news = await progress.add(event.entry)
      screen.show(news, progress.view)
    }
  } finally {
    screen.end()
  }
}
