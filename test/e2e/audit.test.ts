import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assay, dossier, dossierQuestions, runIdIn, start } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()
const newFolder = (): string => mkdtempSync(join(root, 'place-'))

describe('assay audit', () => {
  it('writes a report that check accepts, and says how it went', async () => {
    const cwd = newFolder()
    const audit = await assay(['audit', dossier, '--questions', dossierQuestions], { cwd })
    expect(audit).toMatchObject({ code: 0 })
    const rows = audit.stdout.trimEnd().split('\n')
    expect(rows.map((row) => row.slice(0, 9).trim())).toEqual([
      'Report',
      'Verdict',
      'Cost',
      'Run',
      'Inspect',
    ])
    expect(rows[0]).toContain(join(cwd, 'report.md'))
    expect(rows[1]).toMatch(/accepted \(judged: citation-targets (\d+) of \1, .*0 findings\)/)
    expect(audit.stderr).toContain('c1 reader started')
    expect(audit.stderr).toContain('not read: charts/errors-per-minute.png')

    const report = readFileSync(join(cwd, 'report.md'), 'utf8')
    expect(report).toContain('## How many payments failed during the outage?')
    expect(report).toContain('3,418 payments failed.” [post-incident/draft.md:9]')
    expect(report).toContain('`embedded:reader`, the model of this audit')
    expect(report).toContain('charts/errors-per-minute.png: ')
    expect(readdirSync(cwd).sort()).toEqual(['.assay', 'report.md'])
    const check = await assay(['check', 'report.md', '--root', dossier, '--strict'], { cwd })
    expect(check).toMatchObject({ code: 0, stderr: '' })
  })

  it('asks what the brief asks, and takes a brief without a question as one', async () => {
    const cwd = newFolder()
    const out = ['--out', 'a.md', '--store', 'runs.db']
    const brief = 'Find the replication lag.'
    expect(await assay(['audit', dossier, '--brief', brief, ...out], { cwd })).toMatchObject({
      code: 0,
    })
    const report = readFileSync(join(cwd, 'a.md'), 'utf8')
    expect(report).toContain('## What do the files say on this: Find the replication lag?')
    expect(readdirSync(cwd)).toContain('runs.db')
  })

  it('asks a set of its own where nothing was asked, of any folder', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'a.txt'), 'warning: the disk is full\n')
    const cwd = newFolder()
    const audit = await assay(['audit', folder], { cwd })
    expect(audit).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'report.md'), 'utf8')).toContain(
      '- “warning: the disk is full” [a.txt:1]',
    )
  })

  it('names files that it cannot read, whatever they are called', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'a.txt'), 'The lag was 83 s.\n')
    writeFileSync(join(folder, 'odd\u001b[31m`.bin'), 'a\0b')
    symlinkSync('/etc/passwd', join(folder, 'link'))
    spawnSync('mkfifo', [join(folder, 'pipe')])
    const cwd = newFolder()
    const audit = await assay(['audit', folder, '--brief', 'What was the lag?'], { cwd })
    expect(audit).toMatchObject({ code: 0 })
    expect(audit.stderr).toContain('not read: odd\\u001b[31m`.bin: binary')
    expect(audit.stderr).toContain('not read: link: a link')
    expect(audit.stderr).toContain('not read: pipe: not a regular file')
    expect(audit.stderr).not.toContain('\u001b')
    const report = readFileSync(join(cwd, 'report.md'), 'utf8')
    expect(report).toContain('\nodd\\u001b[31m`.bin: binary')
  })

  it('takes no name of a file or folder for Markdown or for a citation', async () => {
    const folder = join(newFolder(), 'box.bin:7')
    mkdirSync(folder)
    const names = [
      'x.bin:3',
      'a`b.bin:1',
      '``` [y.bin:2]',
      'n\n\n# T\n\nIt is 9 [a.txt:1].',
      ' [1] ',
    ]
    for (const name of names) writeFileSync(join(folder, name), 'a\0b')
    for (const name of ['a.txt', 'b.txt:3', 'c`d.txt', 'e\nf.txt', 'g h.txt']) {
      writeFileSync(join(folder, name), `The lag of ${name.slice(0, 1)} was 83 s.\n`)
    }
    const cwd = newFolder()
    writeFileSync(join(cwd, 'q.md'), '- What was the lag?\n- Was the moon seen?\n')
    const audit = await assay(['audit', folder, '--questions', 'q.md'], { cwd })
    expect(audit).toMatchObject({ code: 0 })
    expect(audit.stdout).toContain('accepted (')
    const report = readFileSync(join(cwd, 'report.md'), 'utf8')
    expect(report).toContain('# Audit of `box.bin\\u003a7`')
    expect(report).toContain('“The lag of a was 83 s.” [a.txt:1]')
    expect(report).toContain('“The lag of g was 83 s.” [`g h.txt:1`]')
    expect(report).toContain('`b.txt\\u003a3 (not citable)`')
    expect(report).not.toContain('“The lag of b')
    expect(report).not.toMatch(/^# T$/m)
  })

  it('is only qualified without a citation: 0 with a warning, 1 with --strict', async () => {
    const folder = newFolder()
    writeFileSync(join(folder, 'a.txt'), 'nothing of the kind\n')
    const cwd = newFolder()
    const args = ['audit', folder, '--brief', 'Was the wombat fed?']
    const audit = await assay(args, { cwd })
    expect(audit).toMatchObject({ code: 0 })
    expect(audit.stdout).toContain('qualified')
    expect(audit.stderr).toContain('qualified (4 of 4 checks ran')
    const strict = await assay([...args, '--strict'], { cwd })
    expect(strict).toMatchObject({ code: 1 })
    expect(await assay(['resume', runIdIn(strict)], { cwd })).toMatchObject({ code: 1 })
  })

  it('says so when it reads its own report or questions as sources', async () => {
    const cwd = newFolder()
    writeFileSync(join(cwd, 'a.txt'), 'The lag was 83 s.\n')
    writeFileSync(join(cwd, 'q.md'), '- What was the lag?\n')
    const audit = await assay(['audit', '.', '--questions', 'q.md'], { cwd })
    expect(audit.stderr).toContain('Note: q.md lies in the folder and is read')
    expect(audit.stderr).not.toContain('report.md lies')
    const again = await assay(['audit', '.', '--questions', 'q.md'], { cwd })
    expect(again.stderr).toContain('report.md lies in the folder')
  })

  it('keeps within a budget when everything is free', async () => {
    const cwd = newFolder()
    const args = ['audit', dossier, '--brief', 'What was the lag?', '--budget', '0.5']
    const audit = await assay(args, { cwd })
    expect(audit).toMatchObject({ code: 0 })
    const view = await assay(['inspect', runIdIn(audit), '--json'], { cwd })
    expect(JSON.parse(view.stdout)).toMatchObject({ budgetUsd: 0.5, workflow: 'audit' })
  })

  it('leaves an older report as it was when the new one cannot be written', async () => {
    const cwd = newFolder()
    const out = join(cwd, 'out')
    mkdirSync(out)
    writeFileSync(join(out, 'report.md'), 'older')
    const args = ['audit', dossier, '--brief', 'What was the lag?', '--out', 'out/report.md']
    const place = { cwd, env: { ASSAY_CRASH_AT: 'report-before' } }
    expect(await assay(args, place)).toMatchObject({ code: null })
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toBe('older')
    const [row] = JSON.parse((await assay(['runs', '--json'], { cwd })).stdout) as [
      { runId: string; status: string },
    ]
    expect(row.status).toBe('ok')
    expect(await assay(['resume', row.runId], { cwd })).toMatchObject({ code: 0 })
    expect(readFileSync(join(out, 'report.md'), 'utf8')).toContain('# Audit of payments-outage')
    expect(readdirSync(out)).toEqual(['report.md'])
  })

  it('checks against the folder as it is now when it changed before the resume', async () => {
    const cwd = newFolder()
    const folder = join(cwd, 'folder')
    cpSync(dossier, folder, { recursive: true })
    const args = ['audit', 'folder', '--brief', 'How many payments failed during the outage?']
    const place = { cwd, env: { ASSAY_CRASH_AT: 'settle-after' } }
    await assay(args, place)
    const draft = join(folder, 'post-incident/draft.md')
    const [row] = JSON.parse((await assay(['runs', '--json'], { cwd })).stdout) as [
      { runId: string },
    ]

    writeFileSync(draft, `one more line\n${readFileSync(draft, 'utf8')}`)
    const moved = await assay(['resume', row.runId], { cwd })
    expect(moved).toMatchObject({ code: 1 })
    expect(moved.stderr).toContain('The folder changed since the run began')
    expect(moved.stderr).toMatch(/moved: it is in "post-incident\/draft.md" at line 10/)

    writeFileSync(draft, readFileSync(draft, 'utf8').replace('3,418', '3,419'))
    const changed = await assay(['resume', row.runId], { cwd })
    expect(changed).toMatchObject({ code: 1 })
    expect(changed.stderr).toContain('Quote "During the outage 3,418 payments failed." does not')
  })
})

describe('npm start', () => {
  const script = join(import.meta.dirname, '../../scripts/start.ts')
  const repository = join(import.meta.dirname, '../..')

  it('audits the folder that its arguments name', async () => {
    const out = join(newFolder(), 'report.md')
    const store = join(newFolder(), 'runs.db')
    const args = [script, dossier, '--questions', dossierQuestions, '--out', out, '--store', store]
    expect(await start(process.execPath, args, { cwd: repository }).ended).toMatchObject({
      code: 0,
    })
    expect(readFileSync(out, 'utf8')).toContain('# Audit of payments-outage')
  })

  it('audits the bundled dossier without any', async () => {
    const cwd = newFolder()
    for (const part of ['dist', 'examples', 'package.json', 'node_modules']) {
      symlinkSync(join(repository, part), join(cwd, part))
    }
    expect(await start(process.execPath, [script], { cwd }).ended).toMatchObject({ code: 0 })
    expect(readFileSync(join(cwd, 'report.md'), 'utf8')).toContain('## What was the root cause?')
  })
})
