import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assay, commandFile, dossier, dossierQuestions, start } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const cwd = temporaryFolder()
const audit = ['audit', dossier, '--questions', dossierQuestions]
const hasScript = spawnSync('sh', ['-c', 'command -v script']).status === 0

describe('in pipes', () => {
  it('a child or phase is a plain line, and nothing drives a terminal', async () => {
    const { stdout, stderr } = await assay(audit, { cwd })
    // oxlint-disable-next-line no-control-regex -- these are the characters that must not be there
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/)
    const lines = stderr.split('\n')
    expect(lines.slice(0, 3)).toEqual(['phase survey', 'phase report', 'c1 reader started'])
    expect(lines.filter((line) => line.endsWith(' started'))).toHaveLength(10)
    expect(lines.filter((line) => /^c\d+ reader ok \(\d turns, /.test(line))).toHaveLength(10)
  })

  it('a reader that leaves early ends a command quietly', async () => {
    const runs = await start('sh', ['-c', '"$@" --entries | head -n 1', 'sh', ...inspectFirst()], {
      cwd,
    }).ended
    expect(runs).toMatchObject({ code: 0, stderr: '' })
    expect(runs.stdout.split('\n')).toHaveLength(2)
  })

  it('a reader of the notes that leaves early stops no audit', async () => {
    const child = spawn(process.execPath, [commandFile, ...audit], {
      cwd,
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    child.stderr.destroy()
    expect(await once(child, 'close')).toEqual([0, null])
  })
})

describe.skipIf(!hasScript)('on a terminal', () => {
  it('a tree is redrawn, and the results stand below it', async () => {
    const command = [process.execPath, commandFile, ...audit].join(' ')
    const shell = `stty cols 100 rows 30; ${command}; echo "exit $?"`
    const place = { cwd, env: { TERM: 'xterm-256color' } }
    const { stdout } = await start('script', ['-qec', shell, '/dev/null'], place).ended
    expect(stdout).toContain('\u001b[')
    expect(stdout).toContain('├─ coordinator')
    expect(stdout).toMatch(/├─ c1 reader {2}ok/)
    expect(stdout).toContain('Verdict  accepted')
    expect(stdout).toContain('exit 0')
    expect(stdout).not.toContain('c1 reader started')
  })

  it('a terminal that can do nothing gets plain lines', async () => {
    const command = [process.execPath, commandFile, ...audit].join(' ')
    const place = { cwd, env: { TERM: 'dumb' } }
    const { stdout } = await start('script', ['-qec', command, '/dev/null'], place).ended
    expect(stdout).toContain('c1 reader started')
    expect(stdout).not.toContain('\u001b')
  })
})

function inspectFirst(): readonly string[] {
  const { stdout } = spawnSync(process.execPath, [commandFile, 'runs', '--json'], {
    cwd,
    encoding: 'utf8',
  })
  const [{ runId }] = JSON.parse(stdout) as [{ runId: string }]
  return [process.execPath, join(commandFile), 'inspect', runId]
}
