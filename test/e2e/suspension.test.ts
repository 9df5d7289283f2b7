import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assay } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()
const module = join(import.meta.dirname, 'workflows/approval.ts')

/** Runs the module until it is suspended. */
async function suspended(): Promise<{ readonly cwd: string; readonly runId: string }> {
  const cwd = mkdtempSync(join(root, 'place-'))
  const ended = await assay(['run', module], { cwd })
  expect(ended).toMatchObject({ code: 3, stdout: '' })
  expect(ended.stderr).toContain('Suspended: waits for signal "go on": May it go on?')
  const runId = /assay resume (\S+)/.exec(ended.stderr)?.[1] ?? ''
  expect(ended.stderr).toContain(`Answer with: assay signal ${runId} 'go on' JSON`)
  return { cwd, runId }
}

describe('a run that waits, on the command line', { timeout: 60_000 }, () => {
  it('is answered and resumed', async () => {
    const { cwd, runId } = await suspended()
    const again = await assay(['resume', runId], { cwd })
    expect(again).toMatchObject({ code: 3, stdout: '' })
    const { stdout } = await assay(['inspect', runId], { cwd })
    expect(stdout).toContain('Status     suspended')
    expect(stdout).toContain('Waits for  signal "go on": May it go on?')

    for (const [args, code, said] of [
      [['signal', runId, 'go on', 'yes'], 2, '"JSON" must be JSON'],
      [['signal', runId, 'go on'], 2, '"JSON" is missing'],
      [['signal', 'none', 'go on', '1'], 1, '(unknown-run)'],
      [['signal', runId, 'other', '1'], 1, '(not-awaited)'],
      [['signal', runId, 'go on', '1'], 1, '(invalid)'],
      [['signal', runId, 'go on', '"yes"'], 0, `assay resume ${runId}`],
      [['signal', runId, 'go on', '"no"'], 1, '(already-answered)'],
    ] as const) {
      const ended = await assay(args, { cwd })
      expect(ended, args.join(' ')).toMatchObject({ code, stdout: '' })
      expect(ended.stderr).toContain(said)
    }
    const ended = await assay(['resume', runId], { cwd })
    expect(ended).toMatchObject({ code: 0, stdout: '"asked: yes"\n' })
    const late = await assay(['signal', runId, 'go on', '"no"'], { cwd })
    expect(late.stderr).toContain('(settled)')
  })

  it('is cancelled', async () => {
    const { cwd, runId } = await suspended()
    expect(await assay(['cancel', runId, 'not wanted'], { cwd })).toMatchObject({ code: 0 })
    const { stdout } = await assay(['inspect', runId], { cwd })
    expect(stdout).toContain('Error      The run was cancelled: not wanted (run-cancelled)')
    const late = await assay(['cancel', runId], { cwd })
    expect(late).toMatchObject({ code: 1 })
    expect(late.stderr).toContain('(settled)')
    const none = await assay(['cancel', 'none'], { cwd })
    expect(none.stderr).toContain('(unknown-run)')
  })
})
