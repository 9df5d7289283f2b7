import { join } from 'node:path'
import { createEngine } from '../src/index.ts'
import { sqliteStore } from '../src/store/sqlite/index.ts'
import type { FoldReport } from './fold-process.ts'
import { type Bench, bounded, compare, type Row, type Sample } from './harness.ts'
import type { ResumeReport } from './resume-process.ts'
import { runScript } from './run-script.ts'
import { finished, oneByOne } from './step-run.ts'
import { inFolder } from './work-folder.ts'

const entryCounts = [1000, 10_000, 100_000]
const stepCounts = [1000, 10_000, 50_000]
const rounds = 5

/** Ten times the work may take this many times as long for each piece: linear, but for noise. */
const linear = 1.5

/** What recorded runs cost to be read again. */
export const replay: Bench = {
  name: 'replay',
  about:
    'Fold: stored lines decoded and folded into what a driver needs (`loadJournal`), the second ' +
    'time in a process, next to `JSON.parse` of the same lines; memory is the heap that the fold ' +
    'holds after a collection. Resume: `engine.resume` of a settled run of steps from a SQLite ' +
    'file in the page cache, the first thing that a new process does after its imports, next to ' +
    'reading and parsing the same rows with `node:sqlite`; memory is how far the process grew at ' +
    'most. Growth compares one entry or step of the largest size with one of the middle size.',
  async run() {
    return [...folds(), ...(await resumes())]
  },
}

function folds(): readonly Row[] {
  const measured = inRounds<FoldReport>(entryCounts, (count) =>
    runScript('fold-process.ts', [String(count)], { flags: ['--expose-gc'] }),
  )
  const rows = measured.map(({ size, ms, baselineMs }): Row => {
    const what = `fold of ${size.toLocaleString('en')} entries`
    const sample = ms.map((each) => (size / each) * 1000)
    const { ours, target, met } = bounded({ what, sample, unit: 'entries/s', atLeast: 100_000 })
    const compared = compare({ what, ours: ms, baseline: baselineMs, named: '`JSON.parse`' })
    return { ...compared, ours, target, met }
  })
  return [...rows, ...growths('a folded entry', measured)]
}

function resumes(): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const pathOf = (size: number): string => join(folder, `${size}.db`)
    for (const size of stepCounts) await recordRun(pathOf(size), size)
    const measured = inRounds<ResumeReport>(stepCounts, (size) =>
      runScript('resume-process.ts', [pathOf(size)]),
    )
    const rows = measured.map(({ size, ms, baselineMs }): Row => {
      const what = `resume of ${size.toLocaleString('en')} steps`
      const compared = compare({ what, ours: ms, baseline: baselineMs, named: 'read and parsed' })
      if (size !== 10_000) return compared
      const { target, met } = bounded({ what, sample: ms, unit: 'ms', atMost: 500 })
      return { ...compared, target, met }
    })
    return [...rows, ...growths('a resumed step', measured)]
  })
}

async function recordRun(path: string, steps: number): Promise<void> {
  const engine = createEngine({ store: sqliteStore({ path, durability: 'process' }) })
  await finished(engine, oneByOne, steps)
  await engine.close()
}

interface Measured {
  readonly size: number
  readonly ms: Sample
  readonly baselineMs: Sample
  readonly bytes: Sample
}

/** Takes every size once a round. */
function inRounds<Report extends { readonly [Field in keyof Omit<Measured, 'size'>]: number }>(
  sizes: readonly number[],
  take: (size: number) => unknown,
): readonly Measured[] {
  const measured = sizes.map((size) => ({ size, reports: [] as Report[] }))
  for (let round = 0; round < rounds; round += 1) {
    for (const { size, reports } of measured) reports.push(take(size) as Report)
  }
  return measured.map(({ size, reports }) => ({
    size,
    ms: reports.map(({ ms }) => ms),
    baselineMs: reports.map(({ baselineMs }) => baselineMs),
    bytes: reports.map(({ bytes }) => bytes),
  }))
}

/** How much more one piece of the largest size takes than one of the middle size. */
function growths(what: string, measured: readonly Measured[]): readonly Row[] {
  const [, middle, large] = measured
  if (middle === undefined || large === undefined) return []
  const of = (name: string, field: 'ms' | 'bytes'): Row => {
    const ours = large[field].map((total) => total / large.size)
    const baseline = middle[field].map((total) => total / middle.size)
    const target = { timesAtMost: linear }
    const compared = compare({ what: `growth of ${name}`, ours, baseline, target })
    const ratio = compared.ratio.replace(' the time', '')
    const bound = compared.target.replace(' the time', '')
    return { ...compared, ours: '–', baseline: '–', ratio, target: bound }
  }
  const megabytes = Math.round(Math.max(...large.bytes) / 2 ** 20)
  return [
    of(`the time of ${what}`, 'ms'),
    of(`the memory of ${what} (${megabytes} MB at the largest)`, 'bytes'),
  ]
}
