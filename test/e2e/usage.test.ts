import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { assayHere } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const place = temporaryFolder()
const at = (name: string): string => join(place, name)
const file = at('file.txt')
const full = at('full')
writeFileSync(file, 'no question here\n')
mkdirSync(at('empty'))
mkdirSync(full)
writeFileSync(join(full, 'a.txt'), 'a\n')
const there = readdirSync(place)

describe('assay', () => {
  it.each([
    [[], 'assay audit FOLDER'],
    [['bogus'], 'The command "bogus" is not known'],
    [['--bogus'], 'The flag "--bogus" is not known'],
    [['toString'], 'The command "toString" is not known'],
    [['help', 'bogus'], 'The command "bogus" is not known'],
    [['help', 'run', 'check'], '"check" is one argument too many'],
    [['race', '--repo', '.'], 'The command "race" is not available yet'],
    [['serve'], 'The command "serve" is not available yet'],
    [['mcp'], 'The command "mcp" is not available yet'],
    [['run'], '"FILE" is missing'],
    [['run', 'none.ts'], 'there is no such file'],
    [['run', '.'], 'it is no file'],
    [['run', file, '--args', '{'], '"--args" must be JSON, got "{"'],
    [['run', file, '--budget', 'x'], '"--budget" must be a number'],
    [['run', file, '--budget', '-1'], '"--budget" must be a number'],
    [['run', file, '--budget', '--json'], '"--budget" must be followed by its value'],
    [['check', '/dev/zero', '--root', full], '(it is a device)'],
    [['resume'], '"RUN" is missing'],
    [['runs', 'more'], 'got "more"'],
    [['runs', '--store', ' '], '"--store" must be a text'],
    [['inspect'], '"RUN" is missing'],
    [['inspect', 'r', '--diff', 'a'], '"--diff" must be followed by two candidates'],
    [['inspect', 'r', '--diff', 'a', 'b', '--candidates'], 'cannot be given together'],
    [['inspect', 'r', '--entries', '--candidates'], 'cannot be given together'],
    [['inspect', 'r', '--entries', '--json'], 'cannot be given together'],
    [['verify'], '"RUN" is missing'],
    [['check', 'a.md'], '"--root" is missing'],
    [['check', 'a.md', '--root', 'none'], '"--root" must be a folder that is there'],
    [['check', 'a.md', '--root', '.'], '"REPORT" must be a file that can be read (ENOENT)'],
    [['check', 'a.md', '--root', '.', '--since', 'HEAD'], '"--since" is not available yet'],
    [['check', 'a.md', '--root', '.', '--contract=c'], '"--contract" is not available yet'],
    [['check', 'a.md', '--root', '.', '--sarif'], '"--sarif" is not available yet'],
  ] as const)('refuses %j as wrong usage', async (args, complaint) => {
    const ended = await assayHere(args)
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(complaint)
  })
})

describe('assay audit', () => {
  it.each([
    [[], '"FOLDER" is missing'],
    [[at('nowhere')], '"FOLDER" must be a folder that is there, got "'],
    [[file], '"FOLDER" must be a folder and not a file'],
    [[at('empty')], '"FOLDER" must be a folder with at least one text file'],
    [[full, 'more'], 'got "more"'],
    [[full, '--questions', at('none.md')], '"--questions" must be a file that can be read'],
    [[full, '--questions', at('empty')], '"--questions" must be a file that can be read'],
    [[full, '--questions', file], '"--questions" must be a Markdown file with'],
    [[full, '--out', at('none/report.md')], '"--out" must be a file in a folder that is there'],
    [[full, '--out', at('empty')], '"--out" must be a file and not a folder'],
    [[full, '--out', ''], '"--out" must be a text'],
    [[full, '--budget', 'much'], '"--budget" must be a number of US dollars'],
    [[full, '--budget', '0'], '"--budget" must be a number of US dollars'],
    [[full, '--budget=-1'], '"--budget" must be a number of US dollars'],
    [[full, '--budget', '1', '--budget', '2'], '"--budget" is given twice'],
    [[full, '--model', 'acme:large'], 'There is no model "acme:large"'],
    [[full, '--model', 'reader'], 'There is no model "reader"'],
    [[full, '--brief'], "'--brief <value>' argument missing"],
    [[full, '--modle', 'x'], "Unknown option '--modle'"],
    [[full, '--strict=yes'], "'--strict' does not take an argument"],
  ] as const)('refuses %j and starts nothing', async (args, complaint) => {
    const ended = await assayHere(['audit', '--store', at('runs.db'), ...args])
    expect(ended).toMatchObject({ code: 2, stdout: '' })
    expect(ended.stderr).toContain(complaint)
    expect(ended.stderr).toContain('Usage: assay audit FOLDER')
    expect(readdirSync(place)).toEqual(there)
  })
})
