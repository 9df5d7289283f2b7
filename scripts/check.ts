/**
 * The one gate: every step in order, one line each, the whole output of a step that fails.
 * `npm run check -- lint types` runs the named steps only.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { delimiter, resolve } from 'node:path'

interface Step {
  readonly name: string
  readonly commands: readonly (readonly [string, ...string[]])[]
}

const steps: readonly Step[] = [
  { name: 'format', commands: [['biome', 'format', '.']] },
  { name: 'lint', commands: [['oxlint']] },
  { name: 'types', commands: [['tsc', '--noEmit', '-p', 'tsconfig.json']] },
  { name: 'build', commands: [['node', 'scripts/build.ts']] },
  { name: 'tests', commands: [['vitest', 'run']] },
  {
    name: 'exports',
    commands: [
      ['publint', '--strict'],
      ['attw', '--pack', '.', '--profile', 'esm-only'],
    ],
  },
  { name: 'api', commands: [['node', 'scripts/api.ts']] },
  { name: 'dead-code', commands: [['knip']] },
]

const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !steps.some((step) => step.name === name))
if (unknown.length > 0) {
  console.error(`Unknown step "${unknown[0]}": ${steps.map((step) => step.name).join(', ')}`)
  process.exit(2)
}

const chosen = steps.filter((step) => asked.length === 0 || asked.includes(step.name))
const results = chosen.map(runStep)
const failed = results.filter((result) => !result.ok).map((result) => result.name)
const tally = results.findLast((result) => result.tally !== undefined)?.tally
console.log(failed.length === 0 ? '\nAll steps passed.' : `\nFailed: ${failed.join(', ')}`)
if (tally !== undefined) console.log(tally)
process.exitCode = failed.length === 0 ? 0 : 1

function runStep({ name, commands }: Step): { name: string; ok: boolean; tally?: string } {
  const startedAt = performance.now()
  if (name === 'build') rmSync('dist', { recursive: true, force: true })
  const outputs: string[] = []
  const ok = commands.every((command) => {
    const { status, output } = run(command)
    outputs.push(`$ ${command.join(' ')}\n${output}`)
    return status === 0
  })
  const output = outputs.join('\n')
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(10)} ${seconds} s`)
  if (!ok) console.log(output)
  const tally = name === 'tests' ? tallyIn(output) : undefined
  return tally === undefined ? { name, ok } : { name, ok, tally }
}

function run([program, ...args]: readonly [string, ...string[]]): {
  readonly status: number | null
  readonly output: string
} {
  const path = `${resolve('node_modules/.bin')}${delimiter}${process.env['PATH'] ?? ''}`
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env: { ...process.env, PATH: path, NO_COLOR: '1', FORCE_COLOR: '0' },
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return { status, output: `${stdout}${stderr}${error?.message ?? ''}` }
}

function tallyIn(output: string): string | undefined {
  return output
    .split('\n')
    .findLast((line) => /^\d+ passed, \d+ failed(, \d+ skipped)?$/.test(line))
}
