import { spawnSync } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Bench, compare, interleave, timed } from './harness.ts'
import { inFolder } from './work-folder.ts'

const cli = join(import.meta.dirname, '../dist/cli/main.js')

/** The start of the command line, next to an empty Node process. */
export const coldStart: Bench = {
  name: 'cold-start',
  about:
    '`assay --version` of the built package, from spawn to exit, next to Node running an empty ' +
    'module. Files are in the page cache.',
  async run() {
    const what = '`assay --version`'
    if (!existsSync(cli)) {
      return [
        { what, ours: 'not built', baseline: '–', ratio: '–', target: '≤ 2 × the time', met: '–' },
      ]
    }
    const { ours, baseline } = await inFolder((folder) => {
      const empty = join(folder, 'empty.mjs')
      writeFileSync(empty, '')
      return interleave(
        { ours: () => exitMs([cli, '--version']), baseline: () => exitMs([empty]) },
        15,
      )
    })
    return [compare({ what, ours, baseline, target: { timesAtMost: 2 } })]
  },
}

function exitMs(args: readonly string[]): Promise<number> {
  return timed(() => {
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`node ${args.join(' ')} failed:\n${stderr}`)
  })
}
