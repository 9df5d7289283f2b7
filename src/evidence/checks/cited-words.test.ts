import { describe, expect, it } from 'vitest'
import { parseReport } from '../anchors/parse-report.ts'
import type { Snapshot } from '../snapshot.ts'
import type { CheckResult } from './check.ts'
import { citedWordsCheck } from './cited-words.ts'

const files: Readonly<Record<string, readonly string[]>> = {
  'docs/harbour.md': [
    '# Harbour rules',
    '',
    '## Moorings',
    '',
    '',
    'A boat that has no light must leave the quay by sunset.',
    '',
    '',
    '',
    '',
    'From: Marit Osland',
  ],
  'tides.md': [
    '| Tide | Height that was read |',
    '|---|---|',
    '|---|---|',
    '|---|---|',
    '| low | it is 30 s |',
  ],
  'src/pump.ts': ['export function start(): void {', '  // the motor is given its power', '}'],
  'talk.txt': ['Ada: Is the boat ready? Ben: It was not. Ada: Then we wait for it.'],
  'brief.txt': ['Das Boot muss den Kai bis zum Abend verlassen, sagte der Hafenmeister.'],
}
const snapshot: Snapshot = {
  lines: (path) => files[path],
  resolve: ({ path, line }) => files[path]?.[line - 1],
  hash: () => undefined,
  paths: () => Object.keys(files),
}

function run(text: string, options = {}): CheckResult {
  return citedWordsCheck(options).run(parseReport(text, { paths: snapshot.paths() }), { snapshot })
}

const invented = 'The chairman was dismissed by telephone yesterday'

describe('citedWordsCheck() errors', () => {
  it('names the sentence and the citation of which nothing occurs', () => {
    const { findings } = run(`${invented} [docs/harbour.md:6].`)
    expect(findings).toMatchObject([
      {
        check: 'cited-words',
        severity: 'error',
        sentence: `${invented} [docs/harbour.md:6].`,
        citation: 'docs/harbour.md:6',
        evidence: expect.stringContaining('L6: A boat') as string,
      },
    ])
  })

  it('names each citation as its own sentence writes it', () => {
    const text = `${invented} [1]. ${invented} [docs/harbour.md:6].\n\n[1]: docs/harbour.md:6`
    expect(run(text).findings.map(({ citation }) => citation)).toEqual(['[1]', 'docs/harbour.md:6'])
  })

  it('looks at every cited place', () => {
    const both = '[docs/harbour.md:6] [tides.md:5]'
    expect(run(`${invented} ${both}.`).findings).toHaveLength(1)
    expect(run(`${invented} at low tide ${both}.`).findings).toEqual([])
  })

  it.each([
    ['a word', 'The captain of each vessel must have a light'],
    ['another form of a word', 'The chairman was leaving by telephone'],
    ['a word that begins alike', 'The chairman was dismissed from boating'],
    ['a word of the heading', 'The mooring was dismissed by telephone'],
    ['a word of the path', 'The docs were dismissed by telephone'],
  ])('keeps a sentence that shares %s', (_, sentence) => {
    expect(run(`${sentence} [docs/harbour.md:6].`).findings).toEqual([])
  })

  it('keeps a sentence that shares a value or a column with its table', () => {
    expect(run('The gauge was showing 30000 ms by late evening [tides.md:5].').findings).toEqual([])
    expect(run('The gauge showed the height by evening [tides.md:5].').findings).toEqual([])
  })

  it('looks as far around the lines as it is told to', () => {
    const text = `${invented} from the quay [docs/harbour.md:8].`
    expect(run(text).findings).toEqual([])
    expect(run(text, { window: 1 }).judged).toBe(0)
  })
})

describe('citedWordsCheck() coverage', () => {
  it.each([
    ['few words', 'The chairman was dismissed by telephone [docs/harbour.md:6].'],
    ['a denial', 'The chairman was not dismissed by telephone [docs/harbour.md:6].'],
    ['another language', 'Der Vorstand wurde am Telefon entlassen [docs/harbour.md:6].'],
    ['a talk', `${invented} [talk.txt:1].`],
    ['lines of another language', `${invented} [brief.txt:1].`],
    ['program code', `${invented} [src/pump.ts:1-3].`],
    ['a source that is no file', `${invented} [docs/harbour.md:6] [1].\n\n[1] https://example.com`],
    ['numbers only', '5, 7, 9 [docs/harbour.md:6].'],
  ])('counts and does not judge %s', (_, text) => {
    expect(run(text)).toMatchObject({ findings: [], judged: 0, total: 1 })
  })

  it.each([
    ['headings', `## ${invented} [docs/harbour.md:6]`],
    ['quotations', '“The chairman was dismissed by telephone yesterday” [docs/harbour.md:6]'],
    ['sentences without a citation', `${invented}.`],
  ])('leaves %s out', (_, text) => {
    expect(run(text)).toMatchObject({ findings: [], judged: 0, total: 0 })
  })

  it('vouches for no sentence', () => {
    const { judged, sentences } = run('The boat must leave the quay by sunset [docs/harbour.md:6].')
    expect(judged).toBe(1)
    expect(sentences.size).toBe(0)
  })
})

describe('citedWordsCheck() warnings', () => {
  it.each([
    ['a name', 'The boat of Osland must leave by sunset [docs/harbour.md:6].', 'Osland'],
    ['a name that opens', 'Osland has a boat with a light [docs/harbour.md:6].', 'Osland'],
    [
      'an identifier',
      'The boat is given the mooring_rank by rule [docs/harbour.md:6].',
      'mooring_rank',
    ],
  ])('names %s that is not there', (_, text, word) => {
    const cited = `${text} The rules are signed by Marit Osland [docs/harbour.md:11].`
    expect(run(cited).findings).toMatchObject([
      { severity: 'warning', message: expect.stringContaining(`"${word}"`) as string },
    ])
  })

  it.each([
    ['capitals at the start', 'Boats must leave the quay by sunset [docs/harbour.md:6].'],
    ['months and days', 'The boat must leave on Monday or in March [docs/harbour.md:6].'],
    ['code in back-ticks', 'The boat is given the `mooring_rank` by rule [docs/harbour.md:6].'],
    [
      'an identifier in another spelling',
      'The sunSet rule is given to the boat [docs/harbour.md:6].',
    ],
    ['names that are there', 'These are the rules of Marit Osland [docs/harbour.md:11].'],
  ])('takes no offence at %s', (_, text) => {
    expect(run(text)).toMatchObject({ findings: [], judged: 1 })
  })
})
