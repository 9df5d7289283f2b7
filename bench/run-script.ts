import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Runs a script of `bench/` in a process of its own; returns the JSON that it prints last. */
export function runScript(
  script: string,
  args: readonly string[],
  options: { readonly flags?: readonly string[]; readonly env?: NodeJS.ProcessEnv } = {},
): unknown {
  const { flags = [], env } = options
  const path = join(import.meta.dirname, script)
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, path, ...args], {
    encoding: 'utf8',
    env: { ...process.env, ...env },
  })
  if (status !== 0) throw new Error(`${script} failed:\n${stdout}${stderr}`)
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
}
