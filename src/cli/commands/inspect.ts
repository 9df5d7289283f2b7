import { createEngine } from '../../engine/create-engine.ts'
import type { Engine } from '../../engine/engine.ts'
import type { RejectedFinishCandidate } from '../../journal/rejected-finish-candidate.ts'
import { AssayError, invalidArgument } from '../../kernel/error.ts'
import { readStart } from '../../run/loaded-journal.ts'
import type { JournalStore } from '../../store/journal-store.ts'
import { readArguments, refuseTogether } from '../arguments.ts'
import type { Command } from '../command.ts'
import { candidateLines, candidateNamed, candidateText } from '../inspect/candidates.ts'
import { runLines } from '../inspect/run-lines.ts'
import { openToRead, storePlace } from '../store-place.ts'
import type { Output } from '../terminal/output.ts'
import { plainJson } from '../../kernel/plain-text.ts'

/** `inspect RUN`: shows what the journal of a run says. */
export const inspect: Command = (given) => {
  const { pair, rest } = takePair(given)
  const { operands, texts, switches } = readArguments(rest, {
    operands: ['RUN'],
    texts: ['store'],
    switches: ['json', 'candidates', 'entries'],
  })
  const [runId = ''] = operands
  const asked = ['candidates', 'entries'].filter((name) => switches.has(name))
  refuseTogether(pair === undefined ? asked : [...asked, 'diff'])
  if (switches.has('json')) refuseTogether([...asked.filter((name) => name === 'entries'), 'json'])
  const place = storePlace(texts['store'])
  return async (output) => {
    const store = openToRead(place)
    const engine = createEngine({ store })
    const shown = { engine, store, runId, json: switches.has('json'), output }
    try {
      if (pair !== undefined) await showDifference(shown, pair)
      else if (switches.has('entries')) await showEntries(shown)
      else if (switches.has('candidates')) await showCandidates(shown)
      else await showRun(shown)
      return 0
    } finally {
      await engine.close()
    }
  }
}

type Pair = readonly [string, string]

/** `--diff` is followed by two values, which is more than Node's parser takes. */
function takePair(args: readonly string[]): {
  readonly pair?: Pair
  readonly rest: readonly string[]
} {
  const at = args.indexOf('--diff')
  if (at < 0) return { rest: args }
  const [one, other] = args.slice(at + 1, at + 3)
  if (one === undefined || other === undefined || one.startsWith('-') || other.startsWith('-')) {
    throw new AssayError('invalid-argument', '"--diff" must be followed by two candidates', {
      name: '--diff',
      value: args.slice(at + 1).join(' '),
    })
  }
  return { pair: [one, other], rest: args.toSpliced(at, 3) }
}

interface Shown {
  readonly engine: Engine
  readonly store: JournalStore
  readonly runId: string
  readonly json: boolean
  readonly output: Output
}

async function showRun({ engine, runId, json, output }: Shown): Promise<void> {
  const view = await engine.inspect(runId)
  output.result(json ? plainJson(view, 2) : runLines(view).join('\n'))
}

async function showEntries({ store, runId, output }: Shown): Promise<void> {
  await readStart(store, runId)
  for await (const entry of store.read(runId)) {
    if (!output.isOpen) return
    output.result(plainJson(entry))
  }
}

async function showCandidates(shown: Shown): Promise<void> {
  const { json, output } = shown
  const rows = await candidatesOf(shown)
  if (json) output.result(plainJson(rows, 2))
  else if (rows.length === 0) output.note('No candidate was rejected.')
  else output.result(candidateLines(rows).join('\n'))
}

async function showDifference(shown: Shown, pair: Pair): Promise<void> {
  const { store, json, output } = shown
  const rows = await candidatesOf(shown)
  if (rows.length === 0) {
    throw invalidArgument('--diff', pair[0], 'a rejected candidate, and this run has none')
  }
  const [one, other] = pair.map((name) => candidateNamed(name, rows)) as [
    RejectedFinishCandidate,
    RejectedFinishCandidate,
  ]
  const [before, after] = [await candidateText(one, store), await candidateText(other, store)]
  const { createTwoFilesPatch, diffLines } = await import('diff')
  if (json) return output.result(plainJson(diffLines(before, after), 2))
  const names = [one, other].map(({ hash }) => hash.slice(0, 12)) as [string, string]
  output.result(createTwoFilesPatch(...names, before, after).trimEnd())
}

async function candidatesOf({ engine, runId }: Shown): Promise<readonly RejectedFinishCandidate[]> {
  return (await engine.inspect(runId)).rejectedFinishCandidates
}
