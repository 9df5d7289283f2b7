import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg } from 'node:os'
import { join } from 'node:path'
import type { Bench } from './harness.ts'
import { diskKind } from './work-folder.ts'

const path = join(import.meta.dirname, 'BENCHMARKS.md')

const preface = `# Benchmarks

\`npm run bench -- --write\` takes these figures. Each is the median of at least five rounds with the
least and the most in brackets; contenders take turns within a round, and a ratio is formed within
its round. Ratios tell; milliseconds depend on the machine.

Not measured: networks, real models, other processes on the same store, a power cut itself, and
disks other than the one named.
`

/** What the figures were taken on. */
export function machine(): string {
  const date = new Date().toISOString().slice(0, 10)
  const [load = 0] = loadavg()
  const cores = availableParallelism()
  return `${date}, Node ${process.version.slice(1)}, ${cores} cores at a load of ${load.toFixed(1)}, ${diskKind()}.`
}

/** Keeps the figures of a bench, in the place of those that it had before. */
export function keep({ name, about }: Bench, figures: string): void {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : preface
  const [, ...sections] = text.split('\n## ')
  const section = `${name}\n\n${about}\n\n${figures}\n`
  const at = sections.findIndex((each) => each.startsWith(`${name}\n`))
  const kept = at < 0 ? [...sections, section] : sections.with(at, section)
  writeFileSync(path, [preface, ...kept].join('\n## '))
}
