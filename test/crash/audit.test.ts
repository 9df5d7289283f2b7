import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry, Identity } from '../../src/journal/entry.ts'
import { crashPoints } from '../../src/kernel/crash-point.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { runNode } from '../support/run-node.ts'
import { incidentFolder } from '../support/incident-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

interface Outcome {
  readonly status: string
  readonly value?: { readonly report: string; readonly told: string; readonly filed: string }
  readonly replay: { readonly hits: number; readonly unknown: number }
}

const script = join(import.meta.dirname, 'audit-child.ts')
const folder = incidentFolder(temporaryFolder())
const places = temporaryFolder()
/** Points that this program passes; the others belong to the report, and to runs that wait. */
const points = crashPoints().filter((point) => !/^(report|message|suspend)-/.test(point))
/** Runs that are under way at once: one for each core of a small machine. */
const lanes = 2
const mostHits = 200

describe('an audit that is killed', { timeout: 900_000 }, () => {
  it('ends as if it had not been, whatever the point and the time', async () => {
    const whole = await drive('start', 'whole')
    expect(whole.outcome).toMatchObject({ status: 'ok', value: { told: 'ok', filed: 'done' } })
    expect(whole.outcome?.value?.report).toContain('pool_max')

    const kills: Kill[] = []
    const left = [...points]
    const work = async (): Promise<void> => {
      for (let point = left.shift(); point !== undefined; point = left.shift()) {
        kills.push(...(await killEach(point)))
      }
    }
    await Promise.all(Array.from({ length: lanes }, work))

    for (const point of points) {
      expect(
        kills.some((kill) => kill.point === point),
        `${point} was passed`,
      ).toBe(true)
    }
    for (const kill of kills) expectAsWhole(kill, whole)
  })
})

interface Driven {
  readonly killed: boolean
  readonly outcome?: Outcome
  readonly log: string
  readonly store: string
}

interface Kill {
  readonly point: string
  readonly nth: number
  readonly after: Driven
  readonly entries: readonly Entry[]
}

/** Kills a run at each passing of a point, and resumes it each time. */
async function killEach(point: string): Promise<readonly Kill[]> {
  const kills: Kill[] = []
  for (let nth = 1; nth <= mostHits; nth += 1) {
    const name = `${point}-${nth}`
    const cut = await drive('start', name, `${point}:${nth}`)
    if (!cut.killed) return kills
    const recorded = await entriesOf(cut.store)
    // A run that died before its first entry is not there: it is started again.
    const after = await drive(recorded.length === 0 ? 'start' : 'resume', name)
    kills.push({ point, nth, after, entries: await entriesOf(after.store) })
  }
  throw new Error(`${point} is passed more than ${mostHits} times`)
}

async function drive(mode: 'start' | 'resume', name: string, crashAt?: string): Promise<Driven> {
  const [store, log] = [join(places, `${name}.db`), join(places, `${name}.log`)]
  const env = crashAt === undefined ? {} : { ASSAY_CRASH_AT: crashAt }
  const { signal, stdout, stderr } = await runNode([script, mode, folder, store, log], { env })
  if (signal === 'SIGKILL') return { killed: true, log, store }
  expect(stderr, `${name} ${mode}`).toBe('')
  return { killed: false, outcome: JSON.parse(stdout) as Outcome, log, store }
}

function expectAsWhole({ point, nth, after, entries }: Kill, whole: Driven): void {
  const at = `killed at ${point}:${nth}`
  const { outcome } = after
  expect(outcome?.status, at).toBe('ok')
  expect(outcome?.value?.report, at).toBe(whole.outcome?.value?.report)
  const { model, once } = callsIn(after.log)
  for (const [kind, count] of once) expect(count, `${at}: ${kind}`).toBeLessThanOrEqual(1)
  // What was cut off is made again, once, and is counted as unknown; what completed never is.
  const repeated = [...model.values()].reduce((sum, count) => sum + count - 1, 0)
  expect(repeated, `${at}: repeated model calls`).toBeLessThanOrEqual(outcome?.replay.unknown ?? 0)
  expect(startedAfterCompletion(entries), at).toEqual([])
}

function callsIn(log: string): {
  readonly model: ReadonlyMap<string, number>
  readonly once: ReadonlyMap<string, number>
} {
  const model = new Map<string, number>()
  const once = new Map<string, number>()
  for (const line of existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : []) {
    const calls = line.startsWith('model') ? model : once
    calls.set(line, (calls.get(line) ?? 0) + 1)
  }
  return { model, once }
}

/** Effects that were announced again although the journal held their result. */
function startedAfterCompletion(entries: readonly Entry[]): readonly string[] {
  const started = new Map<number, string>()
  const completed = new Set<string>()
  return entries.flatMap((entry) => {
    if (entry.type === 'step-completed') completed.add(started.get(entry.started) ?? '')
    if (entry.type !== 'step-started') return []
    started.set(entry.seq, textOf(entry))
    return completed.has(textOf(entry)) ? [textOf(entry)] : []
  })
}

function textOf({ scope, key, ordinal }: Identity): string {
  return `${scope} ${key} ${ordinal}`
}

async function entriesOf(path: string): Promise<readonly Entry[]> {
  const store = sqliteStore({ path })
  try {
    return await Array.fromAsync(store.read('run-1'))
  } finally {
    await store.close()
  }
}
