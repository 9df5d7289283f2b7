import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { assay, runIdIn } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const cwd = join(import.meta.dirname, 'workflows')
const file = join(cwd, `edited-${process.pid}.ts`)
afterAll(() => rmSync(file, { force: true }))

/** A module whose workflow takes these steps, one after the other. */
function withSteps(...names: readonly string[]): string {
  const steps = names.map((name) => `await ctx.step('${name}', async () => '${name}')`)
  return `import { defineWorkflow } from 'assay'
export const steps = defineWorkflow({ name: 'steps' }, async (ctx) => [${steps.join(', ')}])
`
}

describe('assay resume --preview', () => {
  it('counts what an edit would pay for, and leaves the store as it was', async () => {
    const path = join(mkdtempSync(join(temporaryFolder(), 'place-')), 'runs.db')
    const store = ['--store', path]
    writeFileSync(file, withSteps('a', 'b'))
    const runId = runIdIn(await assay(['run', file, ...store], { cwd }))
    writeFileSync(file, withSteps('a', 'c'))
    const before = readFileSync(path)
    const shown = await assay(['resume', runId, '--preview', ...store], { cwd })
    expect(shown).toMatchObject({ code: 0, stderr: '' })
    expect(shown.stdout).toMatch(/^hits +1 +/m)
    expect(shown.stdout).toMatch(/^misses +1 +/m)
    const { stdout } = await assay(['resume', runId, '--preview', '--json', ...store], { cwd })
    expect(JSON.parse(stdout)).toEqual({ hits: 1, misses: 1, reruns: 0, orphans: 1 })
    expect(readFileSync(path).equals(before)).toBe(true)
    const resumed = await assay(['resume', runId, ...store], { cwd })
    expect(JSON.parse(resumed.stdout)).toEqual(['a', 'c'])
    const wrong = await assay(['resume', runId, '--json', ...store], { cwd })
    expect(wrong).toMatchObject({ code: 2, stdout: '' })
    expect(wrong.stderr).toContain('"--json" goes with "--preview" alone')
  })
})
