import { describe, expect, it } from 'vitest'
import * as evidence from '../../src/evidence/index.ts'
import { refusalOf } from './refusal.ts'

const bad = (value: unknown): never => value as never
const snapshot = evidence.memoryResolver({ 'a.md': 'one' })
const anchor = { path: 'a.md', start: 1, end: 1 }
const sections = ['## A']

const rows: readonly (readonly [string, () => unknown, string])[] = [
  ['checkReport(undefined)', () => evidence.checkReport(bad(undefined)), 'argument options'],
  ['checkReport(null)', () => evidence.checkReport(bad(null)), 'argument options'],
  ['parseReport(5)', () => evidence.parseReport(bad(5)), 'argument text'],
  ['parseReport(_, null)', () => evidence.parseReport('', bad(null)), 'argument options'],
  [
    'parseReport(_, { paths: [5] })',
    () => evidence.parseReport('', bad({ paths: [5] })),
    'argument paths',
  ],
  ['parseAnchor(null)', () => evidence.parseAnchor(bad(null)), 'argument text'],
  ['formatAnchor(null)', () => evidence.formatAnchor(bad(null)), 'argument anchor'],
  ['formatAnchor({})', () => evidence.formatAnchor(bad({})), 'argument anchor.path'],
  [
    'formatAnchor({ start: "1" })',
    () => evidence.formatAnchor(bad({ ...anchor, start: '1' })),
    'argument anchor.start',
  ],
  ['anchorsOverlap(_, 5)', () => evidence.anchorsOverlap(anchor, bad(5)), 'argument other'],
  ['anchorsOverlap(5, _)', () => evidence.anchorsOverlap(bad(5), anchor), 'argument one'],
  ['renderReportCheck(null)', () => evidence.renderReportCheck(bad(null)), 'argument check'],
  ['renderReportCheck({})', () => evidence.renderReportCheck(bad({})), 'argument check.verdict'],
  [
    'renderReportCheck({ checks: [5] })',
    () => evidence.renderReportCheck(bad({ verdict: 'accepted', hash: '', checks: [5] })),
    'argument check.checks[0]',
  ],
  ['citedValueCheck(null)', () => evidence.citedValueCheck(bad(null)), 'option options'],
  ['citedValueCheck({ x })', () => evidence.citedValueCheck(bad({ x: 1 })), 'option x'],
  [
    'citedValueCheck({ window: -1 })',
    () => evidence.citedValueCheck({ window: -1 }),
    'option window',
  ],
  [
    'citedValueCheck({ notValues: 5 })',
    () => evidence.citedValueCheck(bad({ notValues: 5 })),
    'option notValues',
  ],
  [
    'citedWordsCheck({ window: "2" })',
    () => evidence.citedWordsCheck(bad({ window: '2' })),
    'option window',
  ],
  [
    'quoteCheck({ window: NaN })',
    () => evidence.quoteCheck({ window: Number.NaN }),
    'option window',
  ],
  ['quoteCheck({ x })', () => evidence.quoteCheck(bad({ x: 1 })), 'option x'],
  [
    'requiredSectionsCheck(undefined)',
    () => evidence.requiredSectionsCheck(bad(undefined)),
    'option options',
  ],
  [
    'requiredSectionsCheck({ sections: [5] })',
    () => evidence.requiredSectionsCheck(bad({ sections: [5] })),
    'option sections',
  ],
  [
    'requiredSectionsCheck({ match: "some" })',
    () => evidence.requiredSectionsCheck({ sections, match: bad('some') }),
    'option match',
  ],
  ['memoryResolver(null)', () => evidence.memoryResolver(bad(null)), 'argument files'],
  ['memoryResolver("text")', () => evidence.memoryResolver(bad('text')), 'argument files'],
  ['memoryResolver(5)', () => evidence.memoryResolver(bad(5)), 'argument files'],
  ['snapshot.lines(5)', () => snapshot.lines(bad(5)), 'argument path'],
  ['snapshot.hash(null)', () => snapshot.hash(bad(null)), 'argument path'],
  ['snapshot.resolve(null)', () => snapshot.resolve(bad(null)), 'argument target'],
  [
    'snapshot.resolve({ path: 5 })',
    () => snapshot.resolve(bad({ path: 5, line: 1 })),
    'argument path',
  ],
  [
    'snapshot.resolve({ line: "1" })',
    () => snapshot.resolve(bad({ path: 'a.md', line: '1' })),
    'argument line',
  ],
  [
    'folderResolver(_, { signal: 5 })',
    () => evidence.folderResolver('.', bad({ signal: 5 })),
    'argument signal',
  ],
  ['folderResolver(_, null)', () => evidence.folderResolver('.', bad(null)), 'argument options'],
]

describe('the door assay/evidence', () => {
  it.each(rows)('refuses %s', async (_, act, refusal) => {
    expect(await refusalOf(act)).toBe(`invalid-${refusal}`)
  })
})

describe('validate()', () => {
  const validators = [
    evidence.citationTargetsValidator({ snapshot }),
    evidence.requiredSectionsValidator({ sections }),
  ]

  it.each(validators)('of $name refuses what is no candidate', async (validator) => {
    expect(await refusalOf(() => validator.validate(bad(null)))).toBe('invalid-argument candidate')
    expect(await refusalOf(() => validator.validate(bad({ text: 5 })))).toBe(
      'invalid-argument candidate.text',
    )
  })
})

describe('checkReport()', () => {
  const finding = { check: 'own', severity: 'fatal', message: 'x' }
  const sound = { findings: [], judged: 0, total: 0, sentences: new Set() }

  it.each([
    ['throws', () => Promise.reject(new Error('broken'))],
    ['answers nothing', () => undefined],
    ['answers without findings', () => ({ ...sound, findings: undefined })],
    ['answers with junk for a finding', () => ({ ...sound, findings: [null] })],
    ['answers with an unknown severity', () => ({ ...sound, findings: [finding] })],
    ['answers with a count that is none', () => ({ ...sound, judged: '1' })],
    ['answers with a list for a set', () => ({ ...sound, sentences: [] })],
  ])('names the check that %s', async (_, run) => {
    const checks = [{ name: 'own', cost: 'pure', run: bad(run) } as const]
    await expect(evidence.checkReport({ text: 'A.', snapshot, checks })).rejects.toMatchObject({
      code: 'validator-threw',
      data: { validator: 'own' },
    })
  })
})
