import { mkdtempSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { assay, dossier, type Ended, runIdIn } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const root = temporaryFolder()
const newFolder = (): string => mkdtempSync(join(root, 'place-'))
const workflow = (name: string): string => join(import.meta.dirname, 'workflows', name)

describe('assay', () => {
  const cwd = newFolder()

  it('prints the version of the package', async () => {
    const { version } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
    ) as { version: string }
    expect(await assay(['--version'], { cwd })).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    })
  })

  it('explains itself and each command', async () => {
    const help = await assay(['--help'], { cwd })
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('assay audit FOLDER')
    for (const args of [
      ['help', 'check'],
      ['check', '--help'],
      ['check', 'a.md', '-h'],
    ]) {
      const { code, stdout } = await assay(args, { cwd })
      expect(code).toBe(0)
      expect(stdout).toContain('--root DIR')
    }
  })

  it.each([
    [['bogus'], 'The command "bogus" is not known'],
    [['runs', '--bogus'], "Unknown option '--bogus'"],
    [['run', workflow('several.ts')], 'name one with --export; its workflows are: echo, failing'],
    [['run', workflow('several.ts'), '--export', 'gone'], 'no workflow "gone"'],
    [['run', workflow('../commands.test.ts')], 'it cannot be imported'],
  ] as const)('refuses %j as wrong usage', async (args, complaint) => {
    const ended = await assay(args, { cwd })
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(complaint)
    expect(readdirSync(cwd)).toEqual([])
  })

  it.each(['resume', 'inspect', 'verify'])(
    '%s answers 1 for a run that is not there',
    async (name) => {
      const ended = await assay([name, 'run-none'], { cwd })
      expect(ended).toMatchObject({ code: 1, stdout: '' })
      expect(ended.stderr).toContain('There is no run "run-none" (run-unknown)')
      expect(readdirSync(cwd)).toEqual([])
    },
  )

  it('answers 1 for a store that is none, and leaves it alone', async () => {
    const place = newFolder()
    writeFileSync(join(place, 'notes.db'), 'not a database at all, but notes')
    const ended = await assay(['runs', '--store', 'notes.db'], { cwd: place })
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stderr).toContain('store-failed')
    expect(readFileSync(join(place, 'notes.db'), 'utf8')).toContain('but notes')
  })
})

describe('assay run', () => {
  it('prints the value as JSON and says on stderr what it cost', async () => {
    const cwd = newFolder()
    const args = ['run', workflow('several.ts'), '--export', 'echo', '--args', '{"a": ["\u009b"]}']
    const ended = await assay(args, { cwd })
    expect(ended).toMatchObject({ code: 0 })
    expect(JSON.parse(ended.stdout)).toEqual({ a: ['\u009b'] })
    expect(ended.stdout).toContain('\\u009b')
    expect(ended.stderr).toContain(`${runIdIn(ended)} ok, $0.00 (0 model calls)`)
  })

  it('answers 1 for a workflow that fails, and says why without control sequences', async () => {
    const cwd = newFolder()
    const ended = await assay(['run', workflow('several.ts'), '--export', 'failing'], { cwd })
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('error: no red today (step-failed)')
    expect(ended.stderr).not.toContain('\u001b')
  })

  it('runs the example with two readers', async () => {
    const cwd = newFolder()
    const file = join(import.meta.dirname, '../../examples/two-readers.ts')
    const args = ['run', file, '--args', JSON.stringify({ folder: dossier })]
    const ended = await assay(args, { cwd })
    expect(ended).toMatchObject({ code: 0 })
    const { lag, payments } = JSON.parse(ended.stdout) as { lag: string; payments: string }
    expect(lag).toContain('logs/database.log:101')
    expect(payments).toContain('post-incident/draft.md:9')
  })
})

describe('assay resume', () => {
  it('answers 1 when the module or its export is gone, and goes on once it is back', async () => {
    const cwd = join(import.meta.dirname, 'workflows')
    const file = join(cwd, `moving-${process.pid}.ts`)
    const store = ['--store', join(newFolder(), 'runs.db')]
    writeFileSync(file, readFileSync(workflow('several.ts'), 'utf8'))
    const runId = runIdIn(await assay(['run', file, '--export', 'echo', ...store], { cwd }))
    try {
      renameSync(file, `${file}.away`)
      const moved = await assay(['resume', runId, ...store], { cwd })
      expect(moved).toMatchObject({ code: 1 })
      expect(moved.stderr).toContain('there is no such file (workflow-unknown)')

      writeFileSync(file, 'export const other = 1\n')
      const gone = await assay(['resume', runId, ...store], { cwd })
      expect(gone).toMatchObject({ code: 1 })
      expect(gone.stderr).toContain('no workflow "echo"; it exports no workflow (workflow-unknown)')
    } finally {
      renameSync(`${file}.away`, file)
    }
    try {
      expect(await assay(['resume', runId, ...store], { cwd })).toMatchObject({ code: 0 })
    } finally {
      renameSync(file, join(newFolder(), 'done.ts'))
    }
  })
})

describe('assay inspect', () => {
  const cwd = newFolder()
  let refused: Promise<Ended> | undefined
  const refusedRun = (): Promise<Ended> =>
    (refused ??= assay(['run', workflow('refused.ts')], { cwd }))

  it('shows a rejected run, and what was rejected by whom and why', async () => {
    const ended = await refusedRun()
    expect(ended).toMatchObject({ code: 1, stdout: '' })
    expect(ended.stderr).toContain('orchestration-rejected')
    expect(ended.stderr).toContain('never: "The lag was 28 s" is not wanted [lag.md:1]')
    const runId = runIdIn(ended)
    const { stdout } = await assay(['inspect', runId], { cwd })
    expect(stdout).toMatch(/^Status +error$/m)
    expect(stdout).toMatch(/^Workflow +refused$/m)
    expect(stdout).toMatch(/^Rejected +2 \(--candidates\)$/m)
    expect(stdout).toMatch(/^ {2}coordinator \(embedded:reader\): \d turns/m)

    const candidates = await assay(['inspect', runId, '--candidates'], { cwd })
    expect(candidates.stdout).toMatch(/^1 {2}[0-9a-f]{12} {2}repair {2}\d+ characters, retained$/m)
    expect(candidates.stdout).toMatch(/^2 {2}[0-9a-f]{12} {2}rejected/m)
    const json = await assay(['inspect', runId, '--candidates', '--json'], { cwd })
    expect(JSON.parse(json.stdout)).toMatchObject([{ verdict: 'repair' }, { verdict: 'rejected' }])
  })

  it('compares two candidates by number or hash, and refuses what is none', async () => {
    const runId = runIdIn(await refusedRun())
    const { stdout } = await assay(['inspect', runId, '--json'], { cwd })
    const view = JSON.parse(stdout) as { rejectedFinishCandidates: [{ hash: string }] }
    const [{ hash }] = view.rejectedFinishCandidates
    const difference = await assay(['inspect', runId, '--diff', hash.slice(0, 8), '2'], { cwd })
    expect(difference).toMatchObject({ code: 0 })
    expect(difference.stdout).toContain(`--- ${hash.slice(0, 12)}`)
    const json = await assay(['inspect', '--diff', '1', '1', runId, '--json'], { cwd })
    expect(JSON.parse(json.stdout)).toHaveLength(1)
    const none = await assay(['inspect', runId, '--diff', '1', '9'], { cwd })
    expect(none).toMatchObject({ code: 1 })
    expect(none.stderr).toContain('"--diff" must be the number of one of 2 rejected candidates')
  })

  it('prints the entries, one a line, in order', async () => {
    const runId = runIdIn(await refusedRun())
    const { stdout } = await assay(['inspect', runId, '--entries'], { cwd })
    const entries = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number })
    expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1))
    expect(entries.at(-1)).toMatchObject({ type: 'run-settled', status: 'error' })
  })

  it('lists runs, as a table and as JSON', async () => {
    const runId = runIdIn(await refusedRun())
    const { stdout } = await assay(['runs'], { cwd })
    const [head, row] = stdout.split('\n')
    expect(head).toMatch(/^RUN +WORKFLOW +STATUS/)
    expect(row).toMatch(new RegExp(`^${runId} +refused +error +\\d{4}-`))
    const json = JSON.parse((await assay(['runs', '--json'], { cwd })).stdout) as unknown
    expect(json).toMatchObject([{ runId, status: 'error' }])
    const none = await assay(['runs', '--json', '--store', 'other.db'], { cwd })
    expect(JSON.parse(none.stdout)).toEqual([])
  })
})

describe('assay check', () => {
  const cwd = newFolder()
  writeFileSync(join(cwd, 'lag.md'), 'The lag was 83 s.\n')
  writeFileSync(join(cwd, 'right.md'), 'The lag was 83 s [lag.md:1].\n')
  writeFileSync(join(cwd, 'vague.md'), 'It was long [lag.md:1].\n')
  writeFileSync(join(cwd, 'wrong.md'), 'The lag was 28 s [lag.md:1].\n')
  const check = (report: string, ...flags: string[]): Promise<Ended> =>
    assay(['check', report, '--root', '.', ...flags], { cwd })

  it('accepts what the lines say, and refuses what they do not', async () => {
    expect(await check('right.md')).toMatchObject({ code: 0, stderr: '' })
    const wrong = await check('wrong.md')
    expect(wrong).toMatchObject({ code: 1 })
    expect(wrong.stdout).toContain('sentence: The lag was 28 s [lag.md:1].')
    expect(wrong.stdout).toContain('| L1: The lag was 83 s.')
  })

  it('warns of a qualified report, and refuses it when it is strict', async () => {
    const vague = await check('vague.md')
    expect(vague).toMatchObject({ code: 0 })
    expect(vague.stderr).toContain('Warning: only qualified')
    expect(await check('vague.md', '--strict')).toMatchObject({ code: 1 })
  })

  it('prints all of it as JSON', async () => {
    const { stdout } = await check('wrong.md', '--json')
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'rejected', checks: [{}, {}, {}, {}] })
  })
})

describe('assay verify', () => {
  it('finds the first entry that was changed, and a blob that is not what it was', async () => {
    const cwd = newFolder()
    const value = JSON.stringify({ text: 'x'.repeat(20_000) })
    const args = ['run', workflow('several.ts'), '--export', 'echo', '--args', value]
    const runId = runIdIn(await assay(args, { cwd }))
    const sound = await assay(['verify', runId], { cwd })
    expect(sound).toMatchObject({ code: 0 })
    expect(sound.stdout).toMatch(/2 entries, 2 blobs, all sound/)

    const change = (sql: string): void => {
      const database = new DatabaseSync(join(cwd, '.assay/assay.db'))
      database.exec(sql)
      database.close()
    }
    change("UPDATE blob SET bytes = CAST('other' AS BLOB) WHERE length(bytes) > 20000")
    const blob = await assay(['verify', runId], { cwd })
    expect(blob).toMatchObject({ code: 1 })
    expect(blob.stdout).toMatch(/broken at entry 1: its blob [0-9a-f]{64} was changed/)

    change(`UPDATE entry SET text = replace(text, '"echo"', '"ecko"') WHERE seq = 1`)
    change('DELETE FROM blob')
    const json = await assay(['verify', runId, '--json'], { cwd })
    expect(json).toMatchObject({ code: 1 })
    expect(JSON.parse(json.stdout)).toMatchObject({ ok: false, seq: 1, sound: 0 })
  })
})
