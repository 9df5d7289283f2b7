import type { ReportDocument, Sentence } from '../anchors/report-document.ts'
import { mask } from '../anchors/spans.ts'
import { readWindow, refuseUnknown } from '../read-options.ts'
import type { Snapshot } from '../snapshot.ts'
import { compareValues } from '../values/compare-values.ts'
import { readValues } from '../values/read-values.ts'
import {
  contentWords,
  isCode,
  isEnglish,
  isTalk,
  type WordPool,
  wordPool,
} from '../words/content-words.ts'
import { capitalisedIn, identifiersIn } from '../words/names.ts'
import { partsOf } from '../words/tokens.ts'
import { type CheckResult, type Finding, findingIn, type PureCheck } from './check.ts'
import { citedAt, type CitedLines, citedLines } from './cited-lines.ts'
import { linesOver } from './lines-over.ts'
import { denies } from './literal.ts'
import { quotesOf } from './sentence-quotes.ts'

const name = 'cited-words'

/** Options of the cited-words check. */
export interface CitedWordsOptions {
  /** Lines around the cited ones that count as cited; 2 by default. */
  readonly window?: number
}

/**
 * Checks that a citing sentence has anything in common with the cited lines, their path and the
 * headings over them: one of its words or values. One that has nothing is an error; a name or an
 * identifier that is not there is a warning. A sentence that shares something is not vouched for.
 *
 * The error needs an English sentence of four telling words or more that cites English prose: a
 * talk of several speakers is told in other words than theirs.
 * Headings and quotations are no claims here; denials, other languages, program code and sentences
 * with sources that are no files are counted and not judged.
 *
 * Pure.
 *
 * @param options `window`.
 * @returns The check "cited-words".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option.
 */
export function citedWordsCheck(options: CitedWordsOptions = {}): PureCheck {
  refuseUnknown(options, ['window'])
  const window = readWindow(options.window, 2)
  return {
    name,
    cost: 'pure',
    run: (document, { snapshot }) => checkWords(document, snapshot, { window }),
  }
}

const leastWords = 4
/** A citation of more lines than this says too little about where to look. */
const mostLines = 400
const mostCharacters = 4000

/** What one place holds. */
interface Held {
  /** The words of the lines, of their path and of what stands over them. */
  readonly pool: WordPool
  readonly kind: 'prose' | 'code' | 'other'
}

type Source = CitedLines & Held

interface Case {
  readonly sentence: Sentence
  /** The sentence without its citations. */
  readonly text: string
  readonly sources: readonly Source[]
  readonly isName: (word: string) => boolean
}

function checkWords(
  document: ReportDocument,
  snapshot: Snapshot,
  { window = 2 }: CitedWordsOptions,
): CheckResult {
  const citing = document.sentences.filter(
    (sentence) => sentence.kind !== 'heading' && sentence.citations.length > 0,
  )
  const claims = citing.filter((sentence) => quotesOf(sentence).length === 0)
  const sourcesOf = sourceReader(snapshot, window)
  const isName = nameFinder(citing, snapshot)
  const outcomes = claims.flatMap((sentence) => {
    const text = wordsSaid(sentence)
    if (!isReadable(sentence, text)) return []
    const outcome = judge({ sentence, text, sources: sourcesOf(sentence), isName })
    return outcome === undefined ? [] : [outcome]
  })
  return {
    findings: outcomes.flat(),
    judged: outcomes.length,
    total: claims.length,
    sentences: new Set(),
  }
}

function wordsSaid({ text, offset, citations }: Sentence): string {
  const spans = citations.map((span) => ({
    offset: Math.max(0, span.offset - offset),
    end: Math.max(0, span.end - offset),
  }))
  return mask(text, spans, ' ').slice(0, mostCharacters)
}

function isReadable({ citations }: Sentence, text: string): boolean {
  const isHere = citations.every(({ target }) => target.kind === 'lines')
  return isHere && isEnglish(text) && !denies(text)
}

/** The findings on one sentence; `undefined` if nothing could be compared. */
function judge(one: Case): readonly Finding[] | undefined {
  const { sources, text } = one
  if (sources.length === 0 || sources.some(({ kind }) => kind === 'code')) return undefined
  const words = contentWords(text)
  const isInSources = (word: string): boolean => sources.some(({ pool }) => pool.has(word))
  const isWhole = (word: string): boolean => sources.some(({ pool }) => pool.holds(word))
  const isComparable = words.length >= leastWords && sources.every(({ kind }) => kind === 'prose')
  if (isComparable && !words.some(isInSources) && !sharesValue(one)) return [nothingShared(one)]
  const named = namesIn(one)
  if (!isComparable && named.length === 0) return undefined
  return named
    .filter((word) => !contentWords(word).every(isWhole) && !partsOf(word).every(isInSources))
    .map((word) => missingName(word, one))
}

function sharesValue({ text, sources }: Case): boolean {
  const values = readValues(text)
  const found = values.length === 0 ? [] : sources.flatMap(({ lines }) => lines.flatMap(readValues))
  return values.some((value) => found.some((other) => compareValues(value, other) === 'same'))
}

function namesIn({ sentence, text, isName }: Case): readonly string[] {
  const { offset, literals } = sentence
  const spans = literals.map((span) => ({ offset: span.offset - offset, end: span.end - offset }))
  const prose = mask(text, spans, ' ')
  const names = capitalisedIn(prose).filter(({ name: word, isInside }) => isInside || isName(word))
  return [...new Set([...names.map((found) => found.name), ...identifiersIn(prose)])]
}

/** Tells names at the start of a sentence: the cited files use them inside of one. */
function nameFinder(citing: readonly Sentence[], snapshot: Snapshot): (word: string) => boolean {
  let names: ReadonlySet<string> | undefined
  return (word) => {
    names ??= namesOfFiles(citing, snapshot)
    return names.has(word)
  }
}

function namesOfFiles(citing: readonly Sentence[], snapshot: Snapshot): ReadonlySet<string> {
  const targets = citing.flatMap(({ citations }) => citations.map(({ target }) => target))
  const paths = new Set(
    targets.flatMap((target) => (target.kind === 'lines' ? [target.anchor.path] : [])),
  )
  const lines = [...paths].flatMap((path) => snapshot.lines(path) ?? [])
  const found = lines.flatMap((line) => capitalisedIn(line.slice(0, mostCharacters)))
  return new Set(found.filter(({ isInside }) => isInside).map((each) => each.name))
}

/** Reads what sentences cite, each place once; a sentence with an unreadable place has none. */
function sourceReader(
  snapshot: Snapshot,
  window: number,
): (sentence: Sentence) => readonly Source[] {
  const known = new Map<string, Held>()
  return (sentence) => {
    const cited = citedLines(sentence, snapshot, window)
    if (cited.length > mostLines || cited.some(({ lines }) => lines.length > mostLines)) return []
    return cited.map((lines) => {
      const { path, start, end } = lines.anchor
      const key = `${path}:${start}-${end}`
      const held = known.get(key) ?? heldBy(lines, snapshot)
      known.set(key, held)
      return { ...lines, ...held }
    })
  }
}

function heldBy(cited: CitedLines, snapshot: Snapshot): Held {
  const { path, start } = cited.anchor
  const over = [...linesOver(snapshot.lines(path) ?? [], start), path]
  const lines = cited.lines.map((line) => line.slice(0, mostCharacters))
  return { pool: wordPool([...lines, ...over]), kind: kindOf(lines.join('\n')) }
}

function kindOf(text: string): Source['kind'] {
  if (isCode(text)) return 'code'
  if (isTalk(text)) return 'other'
  return isEnglish(text) ? 'prose' : 'other'
}

function nothingShared({ sentence, sources }: Case): Finding {
  const { citation, evidence } = citedAt(sources)
  return findingIn(name, sentence, {
    severity: 'error',
    message: `Nothing that this sentence says occurs in the cited lines at ${citation}`,
    citation,
    evidence,
  })
}

function missingName(word: string, { sentence, sources }: Case): Finding {
  const { citation, evidence } = citedAt(sources)
  return findingIn(name, sentence, {
    severity: 'warning',
    message: `Name "${word}" does not occur in the cited lines at ${citation}`,
    citation,
    evidence,
  })
}
