import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkReport } from '../../src/evidence/check-report.ts'
import { folderResolver } from '../../src/snapshot/folder.ts'
import { assay, dossier, dossierQuestions, type Ended } from '../support/command-line.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const cwd = temporaryFolder()
const quotedLine = /^- “(.+)” \[([^\]]+):(\d+)\]$/

let report = ''
let quoted: readonly string[] = []

beforeAll(async () => {
  await assay(['audit', dossier, '--questions', dossierQuestions], { cwd })
  report = readFileSync(join(cwd, 'report.md'), 'utf8')
  quoted = report.split('\n').filter((line) => quotedLine.test(line))
})

describe('assay check on a report that was tampered with', () => {
  it('names the sentence with a changed number', async () => {
    const line = lineWith(/\d,\d{3}/)
    const changed = line.replace(/\d(?=,\d{3})/, (digit) => String(Number(digit) + 1))
    await expectRejected(report.replace(line, changed), changed)
  })

  it('names the sentence that lost its "not"', async () => {
    const line = lineWith(/“[^”]*\bnot\b/)
    const changed = line.replace(' not ', ' ')
    await expectRejected(report.replace(line, changed), changed)
  })

  it('names a quotation that was made up', async () => {
    const line = lineWith(/./)
    const made = line.replace(/“.*”/, '“A second database was lost in the night.”')
    await expectRejected(report.replace(line, `${line}\n${made}`), made)
  })

  it('names a sentence with a made-up figure that cites a line which is there', async () => {
    const line = lineWith(/./)
    const made = `The outage cost 5 million dollars ${line.slice(line.lastIndexOf('['))}.`
    await expectRejected(report.replace(line, `${line}\n\n${made}\n`), made)
  })

  it('names a sentence that was made up without a figure', async () => {
    const line = lineWith(/./)
    const made = 'The deployment was rolled back by Rowan before lunch [docs/run-book.md:12].'
    await expectRejected(report.replace(line, `${line}\n\n${made}\n`), made)
  })

  it('names a time in UTC with a changed digit', async () => {
    const sentence = /By the head of its file, .*? UTC (?:\[[^\]]+\] ?)+\./.exec(report)?.[0] ?? ''
    const changed = sentence.replace(/\d(?= UTC)/, (digit) => String((Number(digit) + 1) % 10))
    await expectRejected(report.replace(sentence, changed), changed)
  })

  it('accepts no sentence that was made up of too few words to tell', async () => {
    const line = lineWith(/./)
    const made = `The chairman approved it ${line.slice(line.lastIndexOf('['))}.`
    const ended = await check(report.replace(line, `${line}\n\n${made}\n`), ['--strict'])
    expect(ended).toMatchObject({ code: 1 })
    expect(ended.stdout).toMatch(/^qualified/)
  })

  it('names a citation of a line that is not there', async () => {
    const line = lineWith(/./)
    const changed = line.replace(/:\d+\]$/, ':99999]')
    await expectRejected(report.replace(line, changed), changed)
  })
})

describe('checkReport()', () => {
  it('accepts no changed number and no dropped "not" in any quoted line of a report', async () => {
    const snapshot = await folderResolver(dossier)
    const changes = quoted.flatMap((line) => [...numbersChanged(line), ...negationsDropped(line)])
    expect(changes.length).toBeGreaterThan(50)
    const accepted: string[] = []
    for (const { line, changed } of changes) {
      const { verdict } = await checkReport({ text: report.replace(line, changed), snapshot })
      if (verdict !== 'rejected') accepted.push(changed)
    }
    expect(accepted).toEqual([])
  })
})

interface Change {
  readonly line: string
  readonly changed: string
}

function numbersChanged(line: string): readonly Change[] {
  const end = line.lastIndexOf('[')
  return [...line.slice(0, end).matchAll(/\d+/g)].map(({ 0: digits, index }) => {
    const next = String(Number(digits) + 1).padStart(digits.length, '0')
    const changed = line.slice(0, index) + next + line.slice(index + digits.length)
    return { line, changed }
  })
}

function negationsDropped(line: string): readonly Change[] {
  return line.includes(' not ') ? [{ line, changed: line.replace(' not ', ' ') }] : []
}

function lineWith(pattern: RegExp): string {
  const line = quoted.find((each) => pattern.test(each))
  if (line === undefined) throw new Error(`no quoted line matches ${pattern}`)
  return line
}

async function check(text: string, flags: readonly string[] = []): Promise<Ended> {
  expect(text).not.toBe(report)
  writeFileSync(join(cwd, 'copy.md'), text)
  return assay(['check', 'copy.md', '--root', dossier, ...flags], { cwd })
}

async function expectRejected(text: string, sentence: string): Promise<void> {
  const ended = await check(text)
  expect(ended).toMatchObject({ code: 1 })
  expect(ended.stdout).toMatch(/^rejected/)
  expect(ended.stdout).toContain(`sentence: ${sentence.replace(/^- /, '')}`)
}
