import type { ReportDocument, Sentence } from '../anchors/report-document.ts'
import { wordsOf } from '../negation.ts'
import { matchQuote, type QuoteMatch, type QuoteSource, quoteSource } from '../quote-match.ts'
import { readWindow, refuseUnknown } from '../read-options.ts'
import type { Snapshot } from '../snapshot.ts'
import { type CheckResult, type Finding, findingIn, type PureCheck } from './check.ts'
import { type CitedLines, citedLines, excerpt } from './cited-lines.ts'
import { quotesOf, repeatedWords } from './sentence-quotes.ts'

const name = 'quote'

/**
 * Checks that quoted words occur in the cited lines, typographic variants apart, and that none lost
 * or gained a negation. The right words at other lines of a cited file are reported as moved.
 *
 * Pure.
 *
 * @param options `window`: lines around the cited ones that count as cited, 0 by default.
 * @returns The check "quote".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 */
export function quoteCheck(options: { readonly window?: number } = {}): PureCheck {
  refuseUnknown(options, ['window'])
  const window = readWindow(options.window)
  return {
    name,
    cost: 'pure',
    run: (document, { snapshot }) => checkQuotes(document, snapshot, window),
  }
}

type Outcome = { readonly judged: false } | { readonly judged: true; readonly finding?: Finding }

function checkQuotes(document: ReportDocument, snapshot: Snapshot, window: number): CheckResult {
  const fileOf = fileSources(snapshot)
  const sentences = new Set<Sentence>()
  const outcomes = document.sentences.flatMap((sentence) => {
    const quotes = quotesOf(sentence)
    const cited = citedLines(sentence, snapshot, window)
    const own =
      quotes.length === 0
        ? repeated(sentence, cited)
        : quotes.map((quote) => judge({ quote, sentence, cited, fileOf }))
    if (own.some(({ judged }) => judged)) sentences.add(sentence)
    return own
  })
  return {
    findings: outcomes.flatMap((outcome) =>
      outcome.judged && outcome.finding !== undefined ? [outcome.finding] : [],
    ),
    judged: outcomes.filter(({ judged }) => judged).length,
    total: outcomes.length,
    sentences,
  }
}

interface Case {
  readonly quote: string
  readonly sentence: Sentence
  readonly cited: readonly CitedLines[]
  readonly fileOf: (path: string) => FileSource | undefined
}

function judge(one: Case): Outcome {
  const nearest = one.cited[0]
  if (nearest === undefined) return { judged: false }
  const found = inCitedLines(one)
  if (found !== undefined) return found
  return (
    one.cited.map((lines) => elsewhere(one, lines)).find((found) => found !== undefined) ?? {
      judged: true,
      finding: absent(one, nearest),
    }
  )
}

/** The words as the cited lines have them, or but for a negation. */
function inCitedLines(one: Pick<Case, 'quote' | 'sentence' | 'cited'>): Outcome | undefined {
  const matches = one.cited.map((lines) => ({ lines, match: matchLines(one.quote, lines) }))
  const verbatim = matches.filter(({ match }) => match.kind === 'verbatim')
  const whole = verbatim.find(({ lines, match }) => negationBefore(lines, match) === undefined)
  if (whole !== undefined) return { judged: true }
  for (const { lines, match } of verbatim) {
    const cut = negationBefore(lines, match)
    // Where the sentence adds words of its own, they may say what the cut negation said.
    if (cut === undefined || hasOwnWords(one)) return { judged: true }
    return { judged: true, finding: negated(one, lines, { lost: [cut], gained: [] }) }
  }
  for (const { lines, match } of matches) {
    if (match.kind === 'negation') return { judged: true, finding: negated(one, lines, match) }
  }
  return undefined
}

/** A sentence without quotes that repeats a cited line, as it is or but for a negation. */
function repeated(sentence: Sentence, cited: readonly CitedLines[]): readonly Outcome[] {
  const quote = repeatedWords(sentence)
  const found = quote === undefined ? undefined : inCitedLines({ quote, sentence, cited })
  return found === undefined ? [] : [found]
}

/** The negation that stands right before words which were found, on the same line. */
function negationBefore({ lines }: CitedLines, match: QuoteMatch): string | undefined {
  if (match.kind === 'absent') return undefined
  const before = lines.join('\n').slice(Math.max(0, match.offset - 40), match.offset)
  const line = before.slice(before.lastIndexOf('\n') + 1).toLowerCase()
  const last = wordsOf({ text: line }).findLast(({ text }) => /[\p{L}\p{N}]/u.test(text))
  return last?.isNegation === true ? last.text : undefined
}

function hasOwnWords({ quote, sentence }: Pick<Case, 'quote' | 'sentence'>): boolean {
  const cited = sentence.citations.map(({ text }) => text)
  const rest = [quote, ...cited].reduce((text, part) => text.replace(part, ' '), sentence.text)
  return (rest.match(/\p{L}{2,}/gu) ?? []).length > 0
}

const leader = /^\s*(?:\/\/+|#+|\*+|>+|--|;+)\s?/

/** Lines as they are, or without the marks that begin each line of a comment. */
function matchLines(quote: string, { lines }: CitedLines): QuoteMatch {
  const plain = matchQuote(quote, quoteSource(lines.join('\n')))
  if (plain.kind === 'verbatim' || lines.length < 2) return plain
  const stripped = lines.map((line) => line.replace(leader, '')).join('\n')
  const match = matchQuote(quote, quoteSource(stripped))
  return match.kind === 'absent' ? plain : match
}

function negated(
  { quote, sentence }: Pick<Case, 'quote' | 'sentence'>,
  lines: Pick<CitedLines, 'citation' | 'first' | 'lines'>,
  { lost, gained }: { readonly lost: readonly string[]; readonly gained: readonly string[] },
): Finding {
  const said = [
    ...(lost.length > 0 ? [`drops the negation ${quoted(lost)}`] : []),
    ...(gained.length > 0 ? [`adds the negation ${quoted(gained)}`] : []),
  ].join(' and ')
  return findingIn(name, sentence, {
    severity: 'error',
    message: `"${shorten(quote)}" ${said}, against ${lines.citation.text}`,
    citation: lines.citation.text,
    evidence: excerpt(lines),
  })
}

/** The same words elsewhere in a cited file; words that begin on a cited line and run on count as there. */
function elsewhere(one: Case, { anchor, citation }: CitedLines): Outcome | undefined {
  const file = one.fileOf(anchor.path)
  const match = file === undefined ? undefined : matchQuote(one.quote, file.source)
  if (file === undefined || match === undefined || match.kind === 'absent') return undefined
  const line = file.lineAt(match.offset)
  const lines = file.lines.slice(line - 1, file.lineAt(Math.max(match.offset, match.end - 1)))
  const found = { citation, first: line, lines }
  if (match.kind === 'negation') return { judged: true, finding: negated(one, found, match) }
  if (line >= anchor.start && line <= anchor.end) return { judged: true }
  const finding = findingIn(name, one.sentence, {
    severity: 'warning',
    message: `Quote "${shorten(one.quote)}" moved: it is in "${anchor.path}" at line ${line}, not at ${citation.text}`,
    citation: citation.text,
    evidence: excerpt(found),
    movedTo: { path: anchor.path, line },
  })
  return { judged: true, finding }
}

function absent({ quote, sentence }: Case, lines: CitedLines): Finding {
  return findingIn(name, sentence, {
    severity: 'error',
    message: `Quote "${shorten(quote)}" does not occur at ${lines.citation.text}`,
    citation: lines.citation.text,
    evidence: excerpt(lines),
  })
}

interface FileSource {
  readonly lines: readonly string[]
  readonly source: QuoteSource
  readonly lineAt: (offset: number) => number
}

/** Whole files as quote sources, each prepared once. */
function fileSources(snapshot: Snapshot): (path: string) => FileSource | undefined {
  const known = new Map<string, FileSource | undefined>()
  return (path) => {
    if (!known.has(path)) known.set(path, fileSource(snapshot.lines(path)))
    return known.get(path)
  }
}

function fileSource(lines: readonly string[] | undefined): FileSource | undefined {
  if (lines === undefined) return undefined
  const text = lines.join('\n')
  return {
    lines,
    source: quoteSource(text),
    lineAt: (offset) => text.slice(0, offset).split('\n').length,
  }
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(', ')
}

function shorten(quote: string): string {
  const line = quote.replace(/\s+/g, ' ').trim()
  return line.length > 80 ? `${line.slice(0, 80)}…` : line
}
