import { describe, expect, it } from 'vitest'
import { renderReportCheck } from './render-report-check.ts'

const finding = {
  check: 'quote',
  severity: 'error',
  message: 'Quote moved',
  section: 'Limits',
  sentence: 'Bad \u001b[31mred\u001b[0m \u001b]0;title\u0007word\u202e',
  citation: 'a.txt:1',
  evidence: 'L1: one\u0007\nL2: two',
  movedTo: { path: 'a.txt', line: 2 },
} as const

describe('renderReportCheck()', () => {
  const text = renderReportCheck({
    verdict: 'rejected',
    hash: 'ab12',
    checks: [
      { name: 'quote', ran: true, judged: 3, total: 4, findings: [finding] },
      { name: 'judge', ran: false, judged: 0, total: 7, skipped: 'no model', findings: [] },
    ],
  })

  it('shows numbers, section, sentence, citation and excerpt', () => {
    expect(text.split('\n')).toEqual([
      'rejected (1 of 2 checks ran, 1 finding; sha-256 ab12)',
      '  quote: judged 3 of 4, 1 finding',
      '  judge: skipped, no model (7 not looked at)',
      '',
      'error [quote] Quote moved',
      '  section: Limits',
      '  sentence: Bad red word',
      '  citation: a.txt:1',
      '  found at: a.txt:2',
      '  | L1: one',
      '  | L2: two',
      '',
    ])
  })

  it('lets no control sequence through', () => {
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202a-\u202e]/u)
  })
})
