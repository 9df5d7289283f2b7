import type { Clock } from '../../kernel/clock.ts'
import { plainLine } from '../../kernel/plain-text.ts'
import type { Output } from '../terminal/output.ts'
import { newsLine } from './plain-lines.ts'
import type { News, ProgressView } from './run-progress.ts'
import { treeLines } from './tree-lines.ts'

/** Where a run's progress is shown. */
export interface Screen {
  /** Shows what is new. */
  show(news: readonly News[], view: ProgressView): void
  /** Shows a line that stays. */
  log(line: string): void
  /** Leaves the last state standing. */
  end(): void
}

const redrawMs = 100

/** A live tree on a terminal, a line for each piece of news elsewhere. Live. */
export async function openScreen(runId: string, output: Output, clock: Clock): Promise<Screen> {
  return output.terminal === undefined
    ? lineScreen(output)
    : treeScreen(runId, output.terminal, clock)
}

function lineScreen(output: Output): Screen {
  return {
    show: (news, view) => {
      for (const each of news) output.note(plainLine(newsLine(each, view)))
    },
    log: (line) => output.note(plainLine(line)),
    end: () => undefined,
  }
}

async function treeScreen(
  runId: string,
  terminal: NonNullable<Output['terminal']>,
  clock: Clock,
): Promise<Screen> {
  const { createLogUpdate } = await import('log-update')
  const update = createLogUpdate(terminal)
  let view: ProgressView | undefined
  const draw = (): void => {
    if (view === undefined) return
    // A terminal that does not know its size says 0.
    const room = { columns: terminal.columns || 80, rows: terminal.rows || 24 }
    update(treeLines(runId, view, room).join('\n'))
    view = undefined
  }
  const stop = clock.every(redrawMs, draw)
  return {
    show: (_, latest) => {
      view = latest
    },
    log: (line) => update.persist(plainLine(line)),
    end: () => {
      stop()
      draw()
      update.done()
    },
  }
}
