/** Resumes the settled run of a SQLite file, in a process of its own. */
import { DatabaseSync } from 'node:sqlite'
import { createEngine } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite/index.ts'
import { timed } from './harness.ts'
import { oneByOne } from './step-run.ts'

/** What resuming took, next to reading the same rows, and how far the process grew meanwhile. */
export interface ResumeReport {
  readonly ms: number
  readonly baselineMs: number
  readonly bytes: number
}

const path = process.argv[2] ?? ''
const before = mostBytes()
const ms = await timed(resume)
const bytes = mostBytes() - before
const baselineMs = await timed(readRaw)
console.log(JSON.stringify({ ms, baselineMs, bytes } satisfies ResumeReport))

async function resume(): Promise<void> {
  const engine = createEngine({ store: sqliteStore({ path }) })
  const { status, replay } = await engine.resume('measured', oneByOne).result
  await engine.close()
  if (status !== 'ok' || replay.misses > 0) throw new Error('the run was not replayed')
}

function readRaw(): void {
  const database = new DatabaseSync(path)
  const rows = database.prepare('SELECT text FROM entry ORDER BY run, seq').all()
  const parsed = rows.map(({ text }) => JSON.parse(String(text)) as unknown)
  database.close()
  if (parsed.length === 0) throw new Error('nothing was read')
}

function mostBytes(): number {
  return process.resourceUsage().maxRSS * 1024
}
