import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatAnchor } from './anchor.ts'
import { parseReport } from './parse-report.ts'
import type { Citation } from './report-document.ts'

const paths = ['Makefile', 'my notes.md', 'app/[id]/page.tsx', 'a.ts']

describe('parseReport() anchors', () => {
  it.each([
    ['plain', 'Is 5 a.ts:10 here', ['a.ts:10']],
    ['a span', 'Is 5 [a.ts:10-12]', ['a.ts:10-12']],
    ['an address form', 'Is 5 (docs/a.md#L10-L20)', ['docs/a.md:10-20']],
    ['a link', 'Is 5 [see](docs/a.md#L10)', ['docs/a.md:10']],
    [
      'a link to a spaced path',
      'Is 5 [see](my%20notes.md#L3) and [b](<my notes.md#L4>)',
      ['my notes.md:3', 'my notes.md:4'],
    ],
    ['back-ticks', 'Is 5 `a.ts:10`', ['a.ts:10']],
    ['a spaced path in back-ticks', 'Is 5 `my notes.md:3`', ['my notes.md:3']],
    ['a bracketed path', 'Is 5 [app/[id]/page.tsx:3]', ['app/[id]/page.tsx:3']],
    ['a file without extension that is there', 'Is 5 Makefile:3', ['Makefile:3']],
    ['a path to be normalised', 'Is 5 [./x/../a.ts:3]', ['a.ts:3']],
    ['several in brackets', 'Is 5 [a.ts:1, b.ts:2]', ['a.ts:1', 'b.ts:2']],
    ['a label that repeats its link', '[a.ts:10](a.ts#L10)', ['a.ts:10']],
    ['a footnote', 'Is 5.[^n]\n\n[^n]: see a.ts:7 there', ['a.ts:7']],
    ['numeric markers by key', 'Is 5 [2].\n\n[1]: a.ts:1\n[2]: b.ts:2', ['b.ts:2']],
    [
      'a list of markers',
      'Is 5 [1, 3].\n\n[1]: a.ts:1\n[2]: b.ts:2\n[3]: c.ts:3',
      ['a.ts:1', 'c.ts:3'],
    ],
    [
      'a range of markers',
      'Is 5 [1-3].\n\n[3]: c.ts:3\n[1]: a.ts:1\n[2]: b.ts:2',
      ['a.ts:1', 'b.ts:2', 'c.ts:3'],
    ],
    [
      'a range of bracketed markers',
      'Is 5 [1]–[3].\n\n[1]: a.ts:1\n[2]: b.ts:2\n[3]: c.ts:3',
      ['a.ts:1', 'b.ts:2', 'c.ts:3'],
    ],
    [
      'markers that a dash parts',
      'Is 5 [1] - [3].\n\n[1]: a.ts:1\n[2]: b.ts:2\n[3]: c.ts:3',
      ['a.ts:1', 'c.ts:3'],
    ],
    [
      'a numbered list of references',
      'Is 5 [7].\n\n## References\n\n7. g.ts:7\n8. h.ts:8',
      ['g.ts:7'],
    ],
    ['lines of references', 'Is 5 [2].\n\nSources:\n[1] a.ts:1\n[2] b.ts:2', ['b.ts:2']],
  ])('finds %s', (_, text, expected) => {
    expect(anchorsIn(text)).toEqual(expected)
  })

  it.each([
    ['a host with a port', 'On example.com:8080 and 10.0.0.1:80'],
    ['a version', 'In v1.2:3'],
    ['an address with a port', 'At https://host.example:8443/a.ts:3'],
    ['fenced code', '```\na.ts:3 [1]\n```'],
    ['an index', 'The item a[0] or rows[1]'],
    ['an interval', 'Within [0, 1]'],
    ['a word with a number', 'At noon:3 or 12:30'],
    ['an extension-less file that is not there', 'See Dockerfile:3'],
  ])('takes no anchor from %s', (_, text) => {
    expect(parseReport(text, { paths }).sentences.flatMap(({ citations }) => citations)).toEqual([])
  })

  it.each([
    ['Is 5 [a.ts:0].', 'line-zero'],
    ['Is 5 [a.ts:9-3].', 'reversed'],
    ['Is 5 [../a.ts:3].', 'outside-root'],
    ['Is 5 [4].\n\n[1]: a.ts:1', 'no-entry'],
    ['Is 5 [^x].', 'no-entry'],
  ])('says what is wrong in %s', (text, reason) => {
    expect(targets(text)).toEqual([{ kind: 'faulty', reason }])
  })

  it('names the markers of a range that have no entry', () => {
    const text = 'Is 5 [1]-[5].\n\n[1]: a.ts:1\n[2]: b.ts:2\n[3]: c.ts:3'
    const missing = citations(text).filter(({ target }) => target.kind === 'faulty')
    expect(missing.map(({ marker, text: written }) => [marker, written])).toEqual([
      ['4', '[1]-[5]'],
      ['5', '[1]-[5]'],
    ])
  })

  it('takes an address of the web in the reference list for an outer source', () => {
    const text = 'Is 5 [1].\n\n[1] https://example.com/x - Title'
    expect(targets(text)).toEqual([{ kind: 'external', source: 'https://example.com/x' }])
  })
})

describe('parseReport() sentences', () => {
  it.each([
    ['abbreviations', 'It waits, e.g. when busy, i.e. Often. Then ends.', 2],
    ['decimals and versions', 'It took 3.5 s on v1.2.3 today. Then ended.', 2],
    ['initials', 'J. R. Smith signed. Then left.', 2],
    ['a stop in a quotation', 'He wrote "It failed. We left." to us. Then left.', 2],
    ['a code span', 'Call `a.b. C` first. Then leave.', 2],
    ['a numbered lead', '1) First. Second.', 2],
    ['a year that is about', 'It dates from c. 1491 in part. Then left.', 2],
    ['names of courts and cases', 'The U.S. Supreme Court heard Rowan v. Maine. Then left.', 2],
    ['an abbreviation that ends', 'It is in the U.S. The court agreed.', 2],
    ['a month before a number', 'It began on Jan. 3 in town. Then left.', 2],
    ['a month that ends', 'It began in Jan. Then left.', 2],
    ['a letter that ends', 'It is option C. 5 are left.', 2],
    ['a title before a name', 'They asked Gen. Rowan first. Then left.', 2],
    ['a mark inside a name', 'They read Yahoo! News daily. Then left.', 2],
    ['a mark after a name', 'They won in Paris! The crowd left.', 2],
    ['a call', 'Wow! News came.', 2],
    ['a mark in a quoted name', 'The "Kerrang!" tribute was sold. Then left.', 2],
    ['a time with its zone', 'It ends at 5 p.m. Eastern time. Then left.', 2],
    ['a time that ends', 'It ended at 5 p.m. The team left.', 2],
    ['a question that goes on', 'It rose? or so it seems. Then left.', 2],
  ])('splits around %s', (_, text, count) => {
    expect(parseReport(text).sentences).toHaveLength(count)
  })

  it('gives a citation behind the stop to the sentence before it', () => {
    const { sentences } = parseReport('Limit is 5. [a.ts:1] Next is 6. `b.ts:2`\n\nLast.')
    expect(sentences.map(({ text }) => text)).toEqual([
      'Limit is 5. [a.ts:1]',
      'Next is 6. `b.ts:2`',
      'Last.',
    ])
  })

  it('keeps a citation that is the subject of its sentence', () => {
    const { sentences } = parseReport('First ends. [a.ts:1] says the limit is 5.')
    expect(sentences.map(({ citations }) => citations.length)).toEqual([0, 1])
  })

  it('takes each table row for one sentence, and names the level-2 section', () => {
    const { sentences } = parseReport(
      '## Limits\n\n### Deep\n\n| k | v |\n|-|-|\n| a | 5 [a.ts:1] |\n| b | 6 [b.ts:2] |',
    )
    const rows = sentences.filter(({ kind }) => kind === 'table-row')
    expect(rows.map(({ citations }) => citations.map(({ text }) => text))).toEqual([
      [],
      ['a.ts:1'],
      ['b.ts:2'],
    ])
    expect(rows[0]?.section).toBe('Limits')
  })

  it('lends a block quote the citation that follows it', () => {
    const { sentences } = parseReport('> It was not done.\n\n— [a.txt:1]')
    expect(sentences).toMatchObject([{ kind: 'block-quote', citations: [{ text: 'a.txt:1' }] }])
  })

  it('splits clauses, not numbers', () => {
    const { sentences } = parseReport('It has 1,000 rows, and B has 2; C has 3.')
    expect(sentences[0]?.clauses).toHaveLength(3)
  })
})

describe('parseReport() on any text', () => {
  const scrap = fc.constantFrom(
    '[',
    ']',
    '(',
    ')',
    '`',
    '"',
    '“',
    '>',
    '- ',
    '1. ',
    '| ',
    '|-|',
    '\n',
    '\n\n',
    '#',
    '## ',
    ':',
    '.',
    ' ',
    'a.ts:3',
    '[1]',
    '[^n]',
    '[^n]: ',
    '[1]: ',
    '```\n',
    'b/',
    '#L9',
    '..',
    '-',
    '\u0000',
    '\ud800',
    'é',
    '😀',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.array(scrap, { maxLength: 60 }).map((parts) => parts.join('')),
  )

  it('never throws, and every span slices back to the text', () => {
    fc.assert(
      fc.property(text, (source) => {
        const { sentences, references, headings } = parseReport(source)
        for (const one of [...sentences, ...references, ...headings]) {
          expect(source.slice(one.offset, one.end)).toBe(one.text)
        }
        const cited = [...sentences, ...references].flatMap(({ citations }) => citations)
        for (const one of cited) expect(source.slice(one.offset, one.end)).toBe(one.text)
      }),
      { numRuns: 500 },
    )
  })
})

function citations(text: string): readonly Citation[] {
  return parseReport(text, { paths }).sentences.flatMap((sentence) => sentence.citations)
}

function targets(text: string): readonly Citation['target'][] {
  return citations(text).map(({ target }) => target)
}

function anchorsIn(text: string): readonly string[] {
  return targets(text).flatMap((target) =>
    target.kind === 'lines' ? [formatAnchor(target.anchor)] : [],
  )
}
