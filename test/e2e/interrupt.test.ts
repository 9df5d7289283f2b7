import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { assay, dossier, runIdIn, startAssay } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()
const newFolder = (): string => mkdtempSync(join(root, 'place-'))
const waiting = join(import.meta.dirname, 'workflows/waiting.ts')

describe('SIGINT', () => {
  it('in the middle of an audit leaves a run that resumes to the same report', async () => {
    const cwd = newFolder()
    const services = ['pay-api-1', 'pay-api-2', 'db-1', 'db-2', 'ctl-1', 'mon-1']
    const questions = services.flatMap((name) => [
      `- What did ${name} log?`,
      `- When was ${name} restarted?`,
      `- Which errors did ${name} have?`,
      `- How many payments failed on ${name}?`,
    ])
    writeFileSync(join(cwd, 'q.md'), questions.join('\n'))
    const audit = ['audit', dossier, '--questions', 'q.md', '--store', 'some runs.db']
    const interrupted = startAssay([...audit, '--out', 'interrupted.md'], { cwd })
    await interrupted.says('c1 reader started')
    interrupted.process.kill('SIGINT')
    const ended = await interrupted.ended
    const runId = runIdIn(ended)
    expect(ended).toMatchObject({ code: 130, stdout: '' })
    expect(ended.stderr.trimEnd().split('\n').at(-1)).toBe(
      `Interrupted. Resume with: assay resume ${runId} --store 'some runs.db'`,
    )

    const resumed = await assay(['resume', runId, '--store', 'some runs.db'], { cwd })
    expect(resumed).toMatchObject({ code: 0 })
    const whole = await assay([...audit, '--out', 'whole.md'], { cwd })
    expect(whole).toMatchObject({ code: 0 })
    const [one, other] = ['interrupted.md', 'whole.md'].map((file) =>
      readFileSync(join(cwd, file), 'utf8'),
    )
    expect(one).toBe(other)
  })

  it('leaves a workflow where it was, and repeats no step that was done', async () => {
    const cwd = newFolder()
    const interrupted = startAssay(['run', waiting], { cwd })
    await interrupted.says('info: waiting')
    interrupted.process.kill('SIGINT')
    const ended = await interrupted.ended
    expect(ended).toMatchObject({ code: 130, stdout: '' })
    const runId = runIdIn(ended)
    const [row] = JSON.parse((await assay(['runs', '--json'], { cwd })).stdout) as [unknown]
    expect(row).toMatchObject({ runId, status: 'interrupted' })

    const resumed = await assay(['resume', runId], { cwd, env: { WAIT: 'no' } })
    expect(resumed).toMatchObject({ code: 0, stdout: '"before and after"\n' })
    const { stdout } = await assay(['inspect', runId, '--entries'], { cwd })
    const started = stdout.split('\n').filter((line) => line.includes('"label":"before"'))
    expect(started).toHaveLength(1)
  })
})

describe('a second SIGINT', () => {
  it('ends a process at once that cannot stop, and the run can still be resumed', async () => {
    const cwd = newFolder()
    const stuck = startAssay(['run', waiting], { cwd })
    await stuck.says('info: waiting')
    const writer = new DatabaseSync(join(cwd, '.assay/assay.db'))
    writer.exec('BEGIN IMMEDIATE')
    stuck.process.kill('SIGINT')
    await stuck.says('Interrupt again to end at once')
    stuck.process.kill('SIGINT')
    const ended = await stuck.ended
    writer.exec('ROLLBACK')
    writer.close()
    expect(ended).toMatchObject({ code: 130 })
    expect(ended.stderr).not.toContain('Interrupted')
    const [{ runId }] = JSON.parse((await assay(['runs', '--json'], { cwd })).stdout) as [
      { runId: string },
    ]
    expect(await assay(['resume', runId], { cwd, env: { WAIT: 'no' } })).toMatchObject({ code: 0 })
  })
})

describe('SIGTERM', () => {
  it('does the same', async () => {
    const cwd = newFolder()
    const interrupted = startAssay(['run', waiting], { cwd })
    await interrupted.says('info: waiting')
    interrupted.process.kill('SIGTERM')
    const ended = await interrupted.ended
    expect(ended).toMatchObject({ code: 130 })
    expect(ended.stderr).toContain(`Resume with: assay resume ${runIdIn(ended)}\n`)
  })
})

describe('SIGKILL', () => {
  it('loses nothing either: the run is listed and resumes', async () => {
    const cwd = newFolder()
    const killed = startAssay(['run', waiting], { cwd })
    await killed.says('info: waiting')
    killed.process.kill('SIGKILL')
    await killed.ended
    const { stdout } = await assay(['runs'], { cwd })
    expect(stdout).toContain('interrupted')
    const resumed = await assay(['resume', runIdIn({ code: 0, stdout, stderr: '' })], {
      cwd,
      env: { WAIT: 'no' },
    })
    expect(resumed).toMatchObject({ code: 0, stdout: '"before and after"\n' })
  })

  it('is not mistaken for: a run that is driven elsewhere is refused', async () => {
    const cwd = newFolder()
    const driving = startAssay(['run', waiting], { cwd })
    await driving.says('info: waiting')
    const { stdout } = await assay(['runs', '--json'], { cwd })
    const [{ runId }] = JSON.parse(stdout) as [{ runId: string }]
    const refused = await assay(['resume', runId], { cwd })
    expect(refused).toMatchObject({ code: 1 })
    expect(refused.stderr).toContain('lease-held')
    driving.process.kill('SIGINT')
    expect(await driving.ended).toMatchObject({ code: 130 })
  })
})
