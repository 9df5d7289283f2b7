/**
 * How figures are taken: contenders run in turn, round after round, so that a busy machine is busy
 * for all of them, and what is compared is the ratio within a round. A figure is a median, shown
 * with the least and the most.
 */

/** One way of doing the work; resolves with the milliseconds that it took. */
export type Contender = () => number | Promise<number>

/** What one way of doing the work took, round by round, in ms. */
export type Sample = readonly number[]

/** How a ratio is formed: of the time that ours takes, or of the speed at which it goes. */
export type Target = { readonly timesAtMost: number } | { readonly speedAtLeast: number }

/** One line of a table. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly baseline: string
  readonly ratio: string
  readonly target: string
  readonly met: 'yes' | 'no' | '–'
}

/** One bench: its name on the command line, and what it yields. */
export interface Bench {
  readonly name: string
  /** What is measured and what is not, in a sentence or two. */
  readonly about: string
  run(): Promise<readonly Row[]>
}

const leastRounds = 5

/** Milliseconds that `body` takes. */
export async function timed(body: () => unknown): Promise<number> {
  const from = performance.now()
  await body()
  return performance.now() - from
}

/**
 * Runs contenders in turn, forwards and backwards by round, after one round that does not count.
 *
 * @returns A sample for each contender; the same place in two samples is the same round.
 */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, Contender>>,
  rounds: number = leastRounds,
): Promise<Readonly<Record<Name, Sample>>> {
  const names = Object.keys(contenders) as Name[]
  const samples = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<
    Name,
    number[]
  >
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) {
      const ms = await contenders[name]()
      if (round > 0) samples[name].push(ms)
    }
  }
  return samples
}

/** Compares two samples of one interleaving; `per` divides both, and names what it divides by. */
export function compare(given: {
  readonly what: string
  readonly ours: Sample
  readonly baseline: Sample
  /** What the baseline is called; default nothing. */
  readonly named?: string
  readonly per?: readonly [number, string]
  readonly target?: Target
}): Row {
  const { what, ours, baseline, named, per = [1, ''], target } = given
  const isSpeed = target !== undefined && 'speedAtLeast' in target
  const ratios = ours.map((ms, round) => {
    const other = baseline[round] ?? Number.NaN
    return isSpeed ? other / ms : ms / other
  })
  const inMs = (sample: Sample): string =>
    `${spread(sample.map((ms) => ms / per[0]))} ms${per[1] && ` a ${per[1]}`}`
  const figure = inMs(baseline)
  return {
    what,
    ours: inMs(ours),
    baseline: named === undefined ? figure : `${named}: ${figure}`,
    ratio: `${spread(ratios)} × the ${isSpeed ? 'speed' : 'time'}`,
    ...judged(median(ratios), target),
  }
}

/** A figure that has to stay on one side of a bound by itself. */
export function bounded(given: {
  readonly what: string
  readonly sample: Sample
  readonly unit: string
  readonly atMost?: number
  readonly atLeast?: number
  readonly baseline?: string
}): Row {
  const { what, sample, unit, atMost, atLeast, baseline = '–' } = given
  const value = median(sample)
  const low = atLeast !== undefined && value < atLeast
  const high = atMost !== undefined && value > atMost
  const bound = atMost === undefined ? `≥ ${short(atLeast ?? 0)}` : `≤ ${short(atMost)}`
  return {
    what,
    ours: `${spread(sample)} ${unit}`,
    baseline,
    ratio: '–',
    target: `${bound} ${unit}`,
    met: low || high ? 'no' : 'yes',
  }
}

/** The middle of a sample. */
export function median(sample: Sample): number {
  const sorted = sample.toSorted((one, other) => one - other)
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1]
  return ((sorted[low] ?? Number.NaN) + (sorted[high] ?? Number.NaN)) / 2
}

/** Median, with the least and the most: `1.2 (1.1–1.4)`. */
function spread(sample: Sample): string {
  return `${short(median(sample))} (${short(Math.min(...sample))}–${short(Math.max(...sample))})`
}

/** Writes rows as a Markdown table. */
export function table(rows: readonly Row[]): string {
  const head = ['what', 'ours', 'baseline', 'ratio', 'target', 'met']
  const lines = rows.map((row) => [
    row.what,
    row.ours,
    row.baseline,
    row.ratio,
    row.target,
    row.met,
  ])
  const all = [head, head.map(() => '---'), ...lines]
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

/** Three significant digits, with thousands set apart. */
function short(value: number): string {
  return new Intl.NumberFormat('en', { maximumSignificantDigits: 3 }).format(value)
}

function judged(ratio: number, target: Target | undefined): Pick<Row, 'target' | 'met'> {
  if (target === undefined) return { target: '–', met: '–' }
  if ('timesAtMost' in target) {
    const { timesAtMost } = target
    return { target: `≤ ${timesAtMost} × the time`, met: ratio <= timesAtMost ? 'yes' : 'no' }
  }
  const { speedAtLeast } = target
  return { target: `≥ ${speedAtLeast} × the speed`, met: ratio >= speedAtLeast ? 'yes' : 'no' }
}
