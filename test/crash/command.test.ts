import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { crashPoints } from '../../src/kernel/crash-point.ts'
import { assay } from '../support/command-line.ts'
import { incidentFolder } from '../support/incident-folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()
const folder = incidentFolder(root)
const questions = join(root, 'questions.md')
/** Points that an audit passes; the others belong to runs that wait. */
const points = crashPoints().filter((point) => !/^(message|suspend)-/.test(point))
writeFileSync(questions, '- What is pool_max in the configuration?\n')

describe('an audit command that is killed', { timeout: 120_000 }, () => {
  it('writes its report whole or not at all, and `resume` writes the same one', async () => {
    const whole = await audit(newPlace(), {})
    for (const point of points) {
      const cwd = newPlace()
      const killed = await audit(cwd, { ASSAY_CRASH_AT: `${point}:2` })
      const cut = killed.code === null ? killed : await audit(cwd, { ASSAY_CRASH_AT: point })
      expect(cut.code, `${point} was passed`).toBeNull()
      expect([undefined, whole.report], `${point}: half a report`).toContain(cut.report)

      const { stdout } = await assay(['runs', '--json'], { cwd })
      const [run] = JSON.parse(stdout) as { runId: string }[]
      const again = run === undefined ? await audit(cwd, {}) : await resume(cwd, run.runId)
      expect(again, `${point}: resumed`).toMatchObject({ code: 0, report: whole.report })
      expect(again.leftOver, `${point}: left over`).toEqual([])
    }
  })
})

interface Audited {
  readonly code: number | null
  readonly report: string | undefined
  /** Files beside the report and the store. */
  readonly leftOver: readonly string[]
}

function newPlace(): string {
  return mkdtempSync(join(root, 'place-'))
}

async function audit(cwd: string, env: NodeJS.ProcessEnv): Promise<Audited> {
  const { code } = await assay(['audit', folder, '--questions', questions], { cwd, env })
  return audited(cwd, code)
}

async function resume(cwd: string, runId: string): Promise<Audited> {
  const { code } = await assay(['resume', runId], { cwd })
  return audited(cwd, code)
}

function audited(cwd: string, code: number | null): Audited {
  const path = join(cwd, 'report.md')
  const report = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const leftOver = readdirSync(cwd).filter((name) => name !== 'report.md' && name !== '.assay')
  return { code, report, leftOver }
}
