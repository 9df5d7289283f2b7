/** Builds `dist`, and makes the command executable: `npx assay` links to it as it is. */
import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'

const { status } = spawnSync('tsc', ['-p', 'tsconfig.build.json'], { stdio: 'inherit' })
if (status === 0) chmodSync('dist/cli/main.js', 0o755)
process.exitCode = status ?? 1
