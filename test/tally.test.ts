import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const vitest = resolve('node_modules/vitest/vitest.mjs')
const reporter = resolve('test/support/tally-reporter.ts')

let root = ''

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-tally-'))
})

afterEach(() => {
  rmSync(root, { recursive: true, force: true })
})

describe('tally line', () => {
  it('counts what passed, and names no skipped tests where there are none', () => {
    write({ 'a.test.js': "it('a', () => {}); it('b', () => {})" })
    expect(lastLine()).toBe('2 passed, 0 failed')
  })

  it('counts skipped tests, failed ones, broken hooks and modules that do not load', () => {
    write({
      'a.test.js': "it('a', () => {}); it.skip('b', () => {}); it('c', () => { throw Error() })",
      'hook.test.js':
        "describe('d', () => { beforeAll(() => { throw Error() }); it('e', () => {}) })",
      'load.test.js': "import './missing.js'; it('f', () => {})",
    })
    expect(lastLine()).toBe('1 passed, 3 failed, 2 skipped')
  })

  it('counts an error outside of any test', () => {
    write({ 'a.test.js': "it('a', () => void Promise.reject(new Error('late')))" })
    expect(lastLine()).toBe('1 passed, 1 failed')
  })

  it('is red when there was nothing to run, or nothing was chosen', () => {
    expect(lastLine()).toBe('0 passed, 1 failed')
    write({ 'a.test.js': "it('a', () => {})" })
    expect(lastLine('-t', 'no such name')).toBe('0 passed, 1 failed, 1 skipped')
  })

  it('is not printed when the run is interrupted', () => {
    const interrupt = "process.kill(process.ppid, 'SIGINT')"
    const wait = 'new Promise((done) => setTimeout(done, 400))'
    write({ 'a.test.js': `it('a', () => { ${interrupt}; return ${wait} }); it('b', () => {})` })
    expect(lastLine()).toBe('')
  })
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(root, name), text)
}

function lastLine(...more: readonly string[]): string {
  const { stdout } = spawnSync(process.execPath, args(...more), {
    cwd: root,
    encoding: 'utf8',
    env: plain(),
  })
  return stdout.split('\n').findLast((line) => /^\d+ passed/.test(line)) ?? stdout
}

function args(...more: readonly string[]): string[] {
  return [vitest, 'run', '--root', root, '--globals', '--reporter', reporter, ...more]
}

/** The environment without what the outer vitest left in it. */
function plain(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(VITEST|TEST|VITE)/.test(name))
  return { ...Object.fromEntries(kept), NO_COLOR: '1' }
}
