import type { Pending } from '../journal/pending.ts'
import { plainLine } from '../kernel/plain-text.ts'
import { shellWord } from './store-place.ts'
import { time } from './terminal/figures.ts'

/** What a run waits for, a line each. Pure. */
export function pendingLine(pending: Pending): string {
  const where = pending.runId === undefined ? '' : `, in child run ${pending.runId}`
  if (pending.kind === 'timer') return `a time: ${time(pending.dueAt)} UTC${where}`
  const { kind, key, prompt, deadlineAt } = pending
  const until = deadlineAt === undefined ? '' : `, until ${time(deadlineAt)} UTC`
  const said = prompt === undefined ? '' : `: ${prompt}`
  return plainLine(`${kind} "${key}"${said}${until}${where}`)
}

/** What to tell of a run that was suspended: what it waits for, and how it goes on. Pure. */
export function suspensionLines(
  runId: string,
  pending: readonly Pending[],
  flag: string,
): readonly string[] {
  const answers = pending.flatMap((each) =>
    each.kind === 'timer'
      ? []
      : [`Answer with: assay signal ${each.runId ?? runId} ${shellWord(each.key)} JSON${flag}`],
  )
  return [
    ...pending.map((each) => `Suspended: waits for ${pendingLine(each)}`),
    ...answers.map(plainLine),
    `Then go on with: assay resume ${runId}${flag}`,
  ]
}
