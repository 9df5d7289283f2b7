import { bareAppends, type DurablePoints } from './durable-points.ts'
import { type Bench, compare, interleave, type Row, type Target } from './harness.ts'
import type { Durability } from '../src/store/sqlite/options.ts'
import { oneByOne, pointsOf, runMs } from './step-run.ts'

const count = 1000
const rounds = 15

/** Durable steps one after the other, next to a loop that only appends and syncs. */
export const steps: Bench = {
  name: 'steps',
  about:
    'A run of 1,000 steps, from its lease to its settlement, each step returning about 220 bytes, ' +
    'on `sqliteStore`. The baseline appends the same bytes to one growing file: the entries of ' +
    'each append batch of our journal, as they are stored, are one write and one durable point. ' +
    'Opening the file is not measured.',
  async run() {
    const points = await pointsOf(oneByOne, count)
    return [
      await row(points, 'power', { timesAtMost: 1.5 }),
      await row(points, 'process', undefined),
    ]
  },
}

async function row(
  points: DurablePoints,
  durability: Durability,
  target: Target | undefined,
): Promise<Row> {
  const syncs = durability === 'power'
  const { ours, baseline } = await interleave(
    {
      ours: () => runMs(oneByOne, count, durability),
      baseline: () => bareAppends(points, syncs),
    },
    rounds,
  )
  const bytes = points.reduce((sum, size) => sum + size, 0)
  return compare({
    what: `1,000 steps in turn, \`${durability}\``,
    ours,
    baseline,
    named: `${points.length} appends of ${Math.round(bytes / points.length)} bytes, ${syncs ? 'fdatasync' : 'no sync'}`,
    per: [count, 'step'],
    ...(target && { target }),
  })
}
