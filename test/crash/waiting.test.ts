import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry, Identity } from '../../src/journal/entry.ts'
import type { Pending } from '../../src/journal/pending.ts'
import { crashPoints } from '../../src/kernel/crash-point.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { runNode } from '../support/run-node.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const script = join(import.meta.dirname, 'waiting-child.ts')
const places = temporaryFolder()
/** Points that a run passes; the others belong to the command line's report. */
const points = crashPoints().filter((point) => !point.startsWith('report-'))
/** Runs that are under way at once: one for each core of a small machine. */
const lanes = 2
/** Which of the times that a process passes a point it is killed at. */
const hits = [1, 2, 3, 5, 8, 13]
const mostRounds = 12

interface Outcome {
  readonly status: string
  readonly value?: unknown
  readonly error?: unknown
  readonly pending?: readonly Pending[]
  readonly totalUsd: number
}

/** Which process of a run's life is killed, and where. */
interface Kill {
  readonly process: number
  readonly point: string
  readonly nth: number
}

interface Life {
  readonly outcome: Outcome
  /** Whether the kill came to pass. */
  readonly killed: boolean
  readonly calls: readonly string[]
  readonly path: string
}

let lives = 0

/** A place of its own for one run, with processes that are counted. */
function place(kill: Kill | undefined): {
  readonly path: string
  readonly log: string
  readonly state: { killed: boolean; spared: boolean }
  run(mode: string, ...rest: readonly string[]): Promise<unknown>
} {
  lives += 1
  const path = join(places, `${lives}.db`)
  const log = join(places, `${lives}.log`)
  const state = { killed: false, spared: false }
  let processes = 0
  return {
    path,
    log,
    state,
    async run(mode, ...rest) {
      processes += 1
      const armed = kill?.process === processes ? `${kill.point}:${kill.nth}` : ''
      const { signal, code, stdout, stderr } = await runNode([script, mode, path, log, ...rest], {
        env: { ASSAY_CRASH_AT: armed },
      })
      if (signal === 'SIGKILL') {
        state.killed = true
        return undefined
      }
      expect(code, stderr).toBe(0)
      state.spared ||= armed !== ''
      return JSON.parse(stdout) as unknown
    },
  }
}

/** Drives a run to its end, answering whatever it waits for, however often a process dies. */
async function live(kill?: Kill): Promise<Life> {
  const { path, log, state, run } = place(kill)
  for (let round = 1; round <= mostRounds; round += 1) {
    const outcome = (await run('drive')) as Outcome | undefined
    if (outcome === undefined) continue
    if (state.spared) return { outcome, killed: false, calls: [], path }
    if (outcome.status !== 'suspended') {
      return { outcome, killed: state.killed, calls: callsOf(log), path }
    }
    const signals = (outcome.pending ?? []).flatMap((each) => (each.kind === 'timer' ? [] : [each]))
    // One answer a round, so that the run is suspended more than once.
    const [first] = signals
    if (first === undefined) continue
    await run('signal', first.runId ?? 'run-1', first.key, `answer to ${first.key}`)
  }
  throw new Error(`the run does not end: ${JSON.stringify(kill)}`)
}

/** Suspends a run and cancels it, however often a process dies meanwhile. */
async function liveCancelled(kill?: Kill): Promise<Life> {
  const { path, log, state, run } = place(kill)
  while ((await run('drive')) === undefined) continue
  for (let round = 1; round <= mostRounds; round += 1) {
    if ((await run('cancel')) === undefined) continue
    const outcome = (await run('drive')) as Outcome
    return { outcome, killed: state.killed, calls: callsOf(log), path }
  }
  throw new Error(`the run does not end: ${JSON.stringify(kill)}`)
}

function callsOf(log: string): readonly string[] {
  return existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').sort() : []
}

/** Kills a process of a life at each point, at several of the times that it passes it. */
async function killEach(
  way: (kill: Kill) => Promise<Life>,
  processes: readonly number[],
  check: (kill: Kill, life: Life) => Promise<void>,
): Promise<ReadonlySet<string>> {
  const passed = new Set<string>()
  const jobs = processes.flatMap((process) => points.map((point) => ({ process, point })))
  const work = async (): Promise<void> => {
    for (let job = jobs.shift(); job !== undefined; job = jobs.shift()) {
      for (const nth of hits) {
        const kill = { ...job, nth }
        const life = await way(kill)
        if (!life.killed) break
        passed.add(job.point)
        await check(kill, life)
      }
    }
  }
  await Promise.all(Array.from({ length: lanes }, work))
  return passed
}

describe('a run that waits and is killed', { timeout: 1_800_000 }, () => {
  it('ends as if it had not been, whichever process dies at whichever point', async () => {
    const whole = await live()
    expect(whole.outcome).toMatchObject({
      status: 'ok',
      value: { own: 'answer to own', child: 're asked, answer to inner' },
      totalUsd: 0.006,
    })
    const passed = await killEach(live, [1, 2, 3, 5], async (kill, { outcome, calls, path }) => {
      const about = JSON.stringify(kill)
      expect({ ...outcome, totalUsd: 0 }, about).toEqual({ ...whole.outcome, totalUsd: 0 })
      // A call that died with its process may have been billed: it is made again, and only it.
      const again = calls.length - whole.calls.length
      expect(again, about).toBeLessThanOrEqual(1)
      expect(new Set(calls), about).toEqual(new Set(whole.calls))
      expect(outcome.totalUsd, about).toBe(whole.outcome.totalUsd)
      await expectSound(path, about)
    })
    expect(passed).toEqual(new Set(points))
  })

  it('is cancelled as if it had not been, whichever process dies at whichever point', async () => {
    const whole = await liveCancelled()
    expect(whole.outcome).toMatchObject({ status: 'cancelled', totalUsd: 0.004 })
    const passed = await killEach(liveCancelled, [2], async (kill, { outcome, path }) => {
      const about = JSON.stringify(kill)
      expect(outcome, about).toEqual(whole.outcome)
      await expectSound(path, about)
    })
    expect([...passed].sort()).toEqual([
      'append-after',
      'append-before',
      'lease-taken',
      'settle-after',
      'settle-before',
    ])
  })
})

/** Every run of a store was started and settled once, and nothing was done again that was done. */
async function expectSound(path: string, about: string): Promise<void> {
  const store = sqliteStore({ path })
  try {
    const heads = await Array.fromAsync(store.list())
    expect(heads.length, about).toBe(2)
    for (const { runId } of heads) {
      const entries = await Array.fromAsync(store.read(runId))
      const counted = (type: string): number => entries.filter((each) => each.type === type).length
      expect([counted('run-started'), counted('run-settled')], about).toEqual([1, 1])
      expect(counted('cancel-requested'), about).toBeLessThanOrEqual(1)
      expect(repeated(entries), about).toEqual([])
      const taken = entries.flatMap((each) => ('messageId' in each ? [each.messageId] : []))
      const left = (await store.inbox(runId)).filter(({ id }) => !taken.includes(id))
      expect(left, about).toEqual([])
    }
  } finally {
    await store.close()
  }
}

/** What was announced again, or awaited again, after it had ended. */
function repeated(entries: readonly Entry[]): readonly string[] {
  const placed = new Map<number, string>()
  const ended = new Set<string>()
  return entries.flatMap((entry) => {
    if (entry.type === 'step-completed') ended.add(placed.get(entry.started) ?? '')
    if (entry.type === 'signal-received') ended.add(placed.get(entry.awaited) ?? '')
    if (entry.type !== 'step-started' && entry.type !== 'signal-awaited') return []
    const text = textOf(entry)
    placed.set(entry.seq, text)
    return ended.has(text) ? [text] : []
  })
}

function textOf({ scope, key, ordinal }: Identity): string {
  return `${scope} ${key} ${ordinal}`
}
