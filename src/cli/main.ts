#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { versionFault } from './node-version.ts'

const args = process.argv.slice(2)
const fault = versionFault(process.version)

if (args.length === 1 && args[0] === '--version') {
  process.stdout.write(`${versionIn(new URL('../../package.json', import.meta.url))}\n`)
} else if (fault !== undefined) {
  process.stderr.write(`${fault}\n`)
  process.exitCode = 1
} else {
  await carryOut()
}

/** The first `"version"` of a package's description. */
function versionIn(file: URL): string {
  return /"version":\s*"([^"]+)"/.exec(readFileSync(file, 'utf8'))?.[1] ?? 'unknown'
}

async function carryOut(): Promise<void> {
  const [{ dispatch }, { processOutput }] = await Promise.all([
    import('./dispatch.ts'),
    import('./terminal/output.ts'),
  ])
  const code = await dispatch(args, processOutput())
  process.exitCode = code
  // What an interrupted run was waiting for may never come.
  if (code === 130) process.exit()
}
