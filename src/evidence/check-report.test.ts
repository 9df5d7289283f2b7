import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../kernel/hash.ts'
import { checkReport, type ReportCheck } from './check-report.ts'
import type { Check, Finding } from './checks/check.ts'
import { citationTargetsCheck } from './checks/citation-targets.ts'
import { citedValueCheck } from './checks/cited-value.ts'
import { citedWordsCheck } from './checks/cited-words.ts'
import { quoteCheck } from './checks/quote.ts'
import type { Snapshot } from './snapshot.ts'

const files: Readonly<Record<string, readonly string[]>> = {
  'app.yaml': ['# limits', 'retries: 5', 'timeout_ms: 30000', 'colour: blue', ''],
  'mail/one.txt': [
    'Answer within 10 minutes,',
    'the refund was not approved by',
    'the board on 5 March 2024.',
    'Cost: NOK 1,200, of which 79.61 went back; 8.9 is open.',
  ],
  'local.txt': ['# local time, UTC+02:00', '', '', '2024-03-05 05:14:22 failed over'],
  'log.txt': ['2024-03-05T03:14:22Z primary db-01 failed over', '2024-03-05T03:41:09Z recovered'],
}
const snapshot: Snapshot = {
  lines: (path) => files[path],
  resolve: ({ path, line }) => files[path]?.[line - 1],
  hash: (path) => files[path] && hashOf(files[path]),
  paths: () => Object.keys(files),
}

describe('checkReport() verdict', () => {
  it.each([
    ['a value', 'Retries stop at 5 [app.yaml:2].'],
    ['a converted value', 'Calls wait 30 s [app.yaml:3].'],
    ['a rounded value', 'Some 80% went back [mail/one.txt:4].'],
    ['a time', 'It failed over at 03:14 [log.txt:1].'],
    ['a time in UTC', 'That is 03:14:22 UTC [local.txt:4] [local.txt:1].'],
    ['a literal', 'It sets `colour` [app.yaml:4].'],
    ['a literal pair', 'It sets `timeout: 30 s` [app.yaml:3].'.replace('timeout', 'timeout_ms')],
    ['a quote', 'They wrote “the refund was not approved” [mail/one.txt:2].'],
    ['a quote in a list', '- "the refund was not approved by the board" [mail/one.txt:2-3]'],
    ['a block quote', '> the refund was not approved by the board\n\n[mail/one.txt:2-3]'],
    ['a quote that runs on', '"not approved by the board" [mail/one.txt:2]'],
    ['a number of a reference', 'Retries stop at 5 [1].\n\n[1]: app.yaml:2'],
  ])('accepts %s', async (_, text) => {
    expect(await verdictOf(text)).toBe('accepted')
  })

  it.each([
    ['another number', 'Retries stop at 6 [app.yaml:2].', 'cited-value', 'Value "6"'],
    ['a number of another line', 'Retries stop at 5 [app.yaml:4].', 'cited-value', 'Value "5"'],
    ['another time', 'It failed over at 03:41 [log.txt:1].', 'cited-value', 'Value "03:41"'],
    [
      'a time in UTC whose zone is not cited',
      'Is 03:14 UTC [local.txt:4].',
      'cited-value',
      '03:14',
    ],
    [
      'another time in UTC',
      'That is 03:14:23 UTC [local.txt:4] [local.txt:1].',
      'cited-value',
      '03:14:23',
    ],
    [
      'what the lines do not speak of',
      'The chairman was dismissed by telephone yesterday [mail/one.txt:2].',
      'cited-words',
      'Nothing that this sentence says occurs',
    ],
    [
      'a bound repeated with another number',
      'Answer within 12 minutes [mail/one.txt:1].',
      'cited-value',
      '12 minutes',
    ],
    ['another of a kind', 'It failed over on db-02 [log.txt:1].', 'cited-value', 'db-02'],
    ['another currency', 'It cost $1,200 [mail/one.txt:4].', 'cited-value', 'another currency'],
    ['a truncated percentage', 'Open is 8% [mail/one.txt:4].', 'cited-value', 'Value "8%"'],
    ['a literal that is not there', 'It sets `color` [app.yaml:4].', 'cited-value', '"color"'],
    ['a file that is not there', 'Is set [gone.txt:3].', 'citation-targets', 'gone.txt'],
    ['a line that is not there', 'Is set [app.yaml:99].', 'citation-targets', 'has 5 lines'],
    ['a marker without entry', 'Is set [3].\n\n[1]: app.yaml:2', 'citation-targets', 'no entry'],
    [
      'an unused entry that does not resolve',
      'Retries stop at 5 [app.yaml:2].\n\n[1]: gone.txt:2',
      'citation-targets',
      'gone.txt',
    ],
    [
      'a dropped negation',
      '"the refund was approved" [mail/one.txt:2]',
      'quote',
      'drops the negation "not"',
    ],
    ['an added negation', '"colour: not blue" [app.yaml:4]', 'quote', 'adds the negation "not"'],
    [
      'an ellipsis over a negation',
      '"the refund … approved" [mail/one.txt:2]',
      'quote',
      'drops the negation',
    ],
    [
      'a paraphrase in quotation marks',
      '"the board refused it" [mail/one.txt:2-3]',
      'quote',
      'does not occur',
    ],
    [
      'a block quote that is made up',
      '> the board was in favour\n\n[mail/one.txt:2-3]',
      'quote',
      'does not occur',
    ],
    [
      'one quoted word beside a citation',
      'The state was "red" [app.yaml:4].',
      'quote',
      'does not occur',
    ],
  ])('rejects %s, naming the sentence', async (_, text, check, words) => {
    const report = await checkReport({ text, snapshot })
    const errors = findings(report).filter(({ severity }) => severity === 'error')
    expect(report.verdict).toBe('rejected')
    expect(errors).toMatchObject([{ check, message: expect.stringContaining(words) as string }])
    expect(errors[0]?.message).toContain(errors[0]?.sentence ?? 'no sentence')
  })

  it.each([
    ['a document that cites nothing', 'Nothing is known.'],
    ['an empty document', ''],
    ['a citing sentence that nothing judged', 'Colour matters [app.yaml:4].'],
    [
      'one such sentence among others',
      'Retries stop at 5 [app.yaml:2]. Colour matters [app.yaml:4].',
    ],
    ['a source that is no file', 'Is 5 [1].\n\n[1] https://example.com/x - Title'],
    ['a derived figure', 'It took 27 minutes longer [log.txt:1-2].'],
  ])('only qualifies %s', async (_, text) => {
    expect(await verdictOf(text)).toBe('qualified')
  })

  it('says where the sentence begins', async () => {
    const text = '# Report\n\nFirst. Retries stop at 6 [app.yaml:2].'
    const [found] = findings(await checkReport({ text, snapshot }))
    expect(found?.offset).toBe(text.indexOf('Retries'))
  })

  it('keeps a quote whose line is off, says where it is, and qualifies', async () => {
    const report = await checkReport({
      text: '"the refund was not approved" [mail/one.txt:4]',
      snapshot,
    })
    expect(report.verdict).toBe('qualified')
    expect(findings(report)).toMatchObject([
      { check: 'quote', severity: 'warning', movedTo: { path: 'mail/one.txt', line: 2 } },
    ])
  })

  it.each([
    ['The word "retry" is a term.'],
    ['Rates such as 40 per minute are not in one line [app.yaml:2].'],
    ['No line says `maxAge` [app.yaml:1-4].'],
    ['Both sources, lines 2 and 3, agree [app.yaml:2].'],
    ['More than 4 retries happen [app.yaml:2].'],
  ])('finds no fault with: %s', async (text) => {
    expect(findings(await checkReport({ text, snapshot }))).toEqual([])
  })
})

describe('checkReport()', () => {
  it('tells checks that did not look from checks that found nothing', async () => {
    const text = 'Retries stop at 5 [app.yaml:2].'
    const { checks } = await checkReport({ text, snapshot, checks: [quoteCheck()] })
    expect(checks).toEqual([
      { name: 'quote', ran: true, judged: 0, total: 0, findings: [] },
      {
        name: 'citation-targets',
        ran: false,
        judged: 0,
        total: 1,
        skipped: 'not asked for',
        findings: [],
      },
      {
        name: 'cited-value',
        ran: false,
        judged: 0,
        total: 1,
        skipped: 'not asked for',
        findings: [],
      },
      {
        name: 'cited-words',
        ran: false,
        judged: 0,
        total: 1,
        skipped: 'not asked for',
        findings: [],
      },
    ])
  })

  it('runs the cheapest checks first', async () => {
    const order: string[] = []
    const check = (name: string, cost: Check['cost']): Check => ({
      name,
      cost,
      run() {
        order.push(name)
        return { findings: [], judged: 0, total: 0, sentences: new Set() }
      },
    })
    await checkReport({ text: '', snapshot, checks: [check('a', 'judge'), check('b', 'pure')] })
    expect(order).toEqual(['b', 'a'])
  })

  it('hashes the text', async () => {
    expect((await checkReport({ text: 'x', snapshot })).hash).toBe(hashOf('x'))
  })

  it.each(['contract', 'judge', 'writtenAgainst', 'engine'])(
    'refuses "%s" by name',
    async (option) => {
      const options = { text: '', snapshot, [option]: {} }
      await expect(checkReport(options)).rejects.toMatchObject({
        code: 'invalid-option',
        data: { option, reason: 'is not available yet' },
      })
    },
  )

  it.each([
    [{ text: 5, snapshot }, 'invalid-argument', '"text"'],
    [{ text: '', snapshot: {} }, 'invalid-option', '"snapshot"'],
    [{ text: '', snapshot, checks: [1] }, 'invalid-option', '"checks"'],
    [{ text: '', snapshot, checks: [quoteCheck(), quoteCheck()] }, 'invalid-option', 'twice'],
    [{ text: '', snapshot, colour: 1 }, 'invalid-option', '"colour"'],
  ])('refuses bad input %#', async (options, code, words) => {
    await expect(checkReport(options as never)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(words) as string,
    })
  })

  it('answers the same for the same text, in any order of checks', async () => {
    const sentence = fc.constantFrom(
      'Retries stop at 6 [app.yaml:2].',
      'Calls wait 30 s [app.yaml:3].',
      '"the refund was approved" [mail/one.txt:2]',
      'Nothing else [gone.txt:1].',
    )
    const all = [citationTargetsCheck(), citedValueCheck(), quoteCheck(), citedWordsCheck()]
    await fc.assert(
      fc.asyncProperty(
        fc.array(sentence, { maxLength: 5 }),
        fc.shuffledSubarray(all, { minLength: 4 }),
        async (sentences, checks) => {
          const text = sentences.join('\n\n')
          const one = await checkReport({ text, snapshot })
          const other = await checkReport({ text, snapshot, checks })
          const named = (report: ReportCheck) =>
            new Map(report.checks.map((each) => [each.name, each]))
          expect(other.verdict).toBe(one.verdict)
          expect(named(other)).toEqual(named(one))
        },
      ),
      { numRuns: 50 },
    )
  })
})

async function verdictOf(text: string): Promise<string> {
  const report = await checkReport({ text, snapshot })
  return findings(report).length === 0 ? report.verdict : JSON.stringify(findings(report))
}

function findings({ checks }: ReportCheck): readonly Finding[] {
  return checks.flatMap((check) => check.findings)
}
