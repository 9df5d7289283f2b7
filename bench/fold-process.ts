/** Folds a journal of as many entries as the command line says, in a process of its own. */
import { decodeEntry, encodeEntry, linkOf } from '../src/journal/codec.ts'
import { type Draft, type Entry, genesis } from '../src/journal/entry.ts'
import { hashOf } from '../src/kernel/hash.ts'
import { memoryStore } from '../src/index.ts'
import { loadJournal } from '../src/run/loaded-journal.ts'
import type { JournalStore } from '../src/store/journal-store.ts'
import { timed } from './harness.ts'
import { stepResult } from './step-run.ts'

/** What folding the journal took, next to parsing its lines, and what the fold holds. */
export interface FoldReport {
  readonly ms: number
  readonly baselineMs: number
  readonly bytes: number
}

const runId = 'measured'
const lines = linesOf(Number(process.argv[2]))
const store = storeOf(lines)
parseAll()
await loadJournal(store, runId)
const baselineMs = await timed(parseAll)
const before = heapBytes()
const from = performance.now()
const journal = await loadJournal(store, runId)
const ms = performance.now() - from
const bytes = heapBytes() - before
if (journal.last?.seq !== lines.length) throw new Error('the fold lost entries')
console.log(JSON.stringify({ ms, baselineMs, bytes } satisfies FoldReport))

function linesOf(count: number): readonly string[] {
  const texts: string[] = []
  let prev = genesis
  for (let seq = 1; seq <= count; seq += 1) {
    const entry = { ...draftAt(seq), seq, at: 1_750_000_000_000 + seq, prev } as Entry
    texts.push(encodeEntry(entry))
    prev = linkOf(entry)
  }
  return texts
}

function draftAt(seq: number): Draft {
  if (seq === 1) return { type: 'run-started', format: 1, workflow: 'one-by-one', args: {} }
  if (seq % 2 === 1)
    return { type: 'step-completed', started: seq - 1, output: { json: stepResult } }
  const key = hashOf(['step', `step ${seq}`, null, false])
  return { type: 'step-started', scope: '', key, ordinal: 0, kind: 'step', label: `step ${seq}` }
}

function storeOf(texts: readonly string[]): JournalStore {
  return {
    ...memoryStore(),
    async *read() {
      for (const [at, text] of texts.entries()) yield decodeEntry(text, { runId, seq: at + 1 })
    },
  }
}

function parseAll(): void {
  for (const line of lines) JSON.parse(line)
}

function heapBytes(): number {
  globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
