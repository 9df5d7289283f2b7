/**
 * Measures what this system costs beyond what it cannot do without.
 * `npm run bench -- steps replay` runs the named benches only; `--write` keeps the figures in
 * `BENCHMARKS.md`.
 */
import { agentCalls } from './agent-calls.ts'
import { coldStart } from './cold-start.ts'
import { type Bench, table } from './harness.ts'
import { linear } from './linear.ts'
import { parallelSteps } from './parallel-steps.ts'
import { keep, machine } from './record.ts'
import { replay } from './replay.ts'
import { steps } from './steps.ts'

const benches: readonly Bench[] = [steps, parallelSteps, agentCalls, replay, linear, coldStart]

const args = process.argv.slice(2)
const asked = args.filter((arg) => arg !== '--write')
const unknown = asked.find((name) => !benches.some((bench) => bench.name === name))
if (unknown !== undefined) {
  console.error(`Unknown bench "${unknown}": ${benches.map((bench) => bench.name).join(', ')}`)
  process.exit(2)
}

for (const bench of benches) {
  if (asked.length > 0 && !asked.includes(bench.name)) continue
  const rows = table(await bench.run())
  const on = machine()
  console.log(`\n## ${bench.name}\n\n${rows}\n\n${on}`)
  if (args.includes('--write')) keep(bench, `${rows}\n\n${on}`)
}
