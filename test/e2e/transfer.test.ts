import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assay, dossier, dossierQuestions, runIdIn } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()
const newFolder = (): string => mkdtempSync(join(root, 'place-'))

describe('assay export and import', { timeout: 60_000 }, () => {
  it('carry an audit to another machine, where it is whole and nothing of it is paid for', async () => {
    const [here, there] = [newFolder(), newFolder()]
    const audited = await assay(['audit', dossier, '--questions', dossierQuestions], { cwd: here })
    const runId = runIdIn(audited)
    const exported = await assay(['export', runId], { cwd: here })
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(join(there, 'run.jsonl'), exported.stdout)
    const imported = await assay(['import', 'run.jsonl', '--json'], { cwd: there })
    expect(imported.code).toBe(0)
    const { entries } = JSON.parse(imported.stdout) as { entries: number }
    const verified = await assay(['verify', runId, '--json'], { cwd: there })
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, entries })
    const again = await assay(['export', runId], { cwd: there })
    expect(again.stdout).toBe(exported.stdout)
    const [one, other] = [
      readFileSync(join(here, 'report.md')),
      await assay(['resume', runId], { cwd: there }),
    ]
    expect(other.code).toBe(audited.code)
    expect(readFileSync(join(here, 'report.md')).equals(one)).toBe(true)
  })

  it('cut a torn end off, and bring nothing of a file that is bad before its end', async () => {
    const [here, there] = [newFolder(), newFolder()]
    const audited = await assay(['audit', dossier, '--questions', dossierQuestions], { cwd: here })
    const runId = runIdIn(audited)
    const { stdout } = await assay(['export', runId], { cwd: here })
    const lines = stdout.split('\n')
    writeFileSync(join(there, 'bad.jsonl'), lines.with(5, '\0'.repeat(40)).join('\n'))
    const refused = await assay(['import', 'bad.jsonl'], { cwd: there })
    expect(refused).toMatchObject({ code: 1, stdout: '' })
    expect(refused.stderr).toContain('Line 6 of the export cannot be used')
    expect(readdirSync(there)).toEqual(['bad.jsonl'])
    writeFileSync(join(there, 'torn.jsonl'), stdout.slice(0, -40))
    const cut = await assay(['import', 'torn.jsonl'], { cwd: there })
    expect(cut.code).toBe(0)
    expect(cut.stderr).toContain('was half-written and was cut off.')
    const runs = await assay(['runs', '--json'], { cwd: there })
    expect(JSON.parse(runs.stdout)).toMatchObject([{ runId, status: 'interrupted' }])
  })
})
