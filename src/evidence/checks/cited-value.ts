import type { Citation, ReportDocument, Sentence } from '../anchors/report-document.ts'
import { mask } from '../anchors/spans.ts'
import { readPatterns, readWindow, refuseUnknown } from '../read-options.ts'
import type { Snapshot } from '../snapshot.ts'
import { type Comparison, compareValues } from '../values/compare-values.ts'
import { type Cues, readCues } from '../values/cues.ts'
import { isHourOf } from '../values/hour.ts'
import { readValues } from '../values/read-values.ts'
import type { Value } from '../values/value.ts'
import { type CheckResult, type Finding, findingIn, type PureCheck } from './check.ts'
import { citedAt, type CitedLines, citedLines } from './cited-lines.ts'
import {
  type ClaimedValue,
  type FoundValue,
  type ValueReader,
  valueReader,
} from './found-values.ts'
import { isOnForeignLine } from './identifier-line.ts'
import { leave } from './left-values.ts'
import { isInLines, judgeLiteral } from './literal.ts'

const name = 'cited-value'

/** Options of the cited-value check. */
export interface CitedValueOptions {
  /** Lines around the cited ones that count as cited; 0 by default. */
  readonly window?: number
  /** Patterns of values and literals that need no evidence. */
  readonly notValues?: readonly (string | RegExp)[]
}

/**
 * Checks that the values of a citing sentence (numbers, dates, times, versions, back-ticked
 * literals) occur in the cited lines, compared as values. Rates, comparisons and other derived
 * figures are counted and not judged, unless the lines state one of that kind and label.
 *
 * Pure.
 *
 * @param options `window`, `notValues`.
 * @returns The check "cited-value".
 * @throws {AssayError} `invalid-option` for an unknown or unusable option, a bad pattern included.
 */
export function citedValueCheck(options: CitedValueOptions = {}): PureCheck {
  refuseUnknown(options, ['window', 'notValues'])
  const window = readWindow(options.window)
  const notValues = readPatterns('notValues', options.notValues)
  return {
    name,
    cost: 'pure',
    run: (document, { snapshot }) => checkValues(document, snapshot, { window, notValues }),
  }
}

/** `abstained`: looked at, and left to another judge. `exempt`: a word, nothing to be judged. */
type Outcome = 'found' | 'abstained' | 'exempt' | Finding

function checkValues(
  document: ReportDocument,
  snapshot: Snapshot,
  { window, notValues }: { readonly window: number; readonly notValues: readonly RegExp[] },
): CheckResult {
  const sentences = new Set<Sentence>()
  const leftOpen = new Set<Sentence>()
  const paths = new Set(snapshot.paths())
  const reader = valueReader(snapshot)
  const outcomes = document.sentences.flatMap((sentence) => {
    if (!sentence.citations.some(({ target }) => target.kind === 'lines')) return []
    const cited = citedLines(sentence, snapshot, window)
    const own = judgeSentence({ sentence, cited, snapshot, paths, notValues, reader })
    if (own.includes('abstained')) leftOpen.add(sentence)
    if (own.some(isJudged)) sentences.add(sentence)
    return own
  })
  const findings = outcomes.filter((outcome) => typeof outcome !== 'string')
  const judged = outcomes.filter(isJudged).length
  return { findings, judged, total: outcomes.length, sentences, leftOpen }
}

function isJudged(outcome: Outcome): boolean {
  return outcome !== 'abstained' && outcome !== 'exempt'
}

/** A sentence with more values than this is a table gone wrong; the rest counts as not judged. */
const maxValuesInSentence = 200

interface Case {
  readonly sentence: Sentence
  readonly cited: readonly CitedLines[]
  readonly snapshot: Snapshot
  readonly paths: ReadonlySet<string>
  readonly notValues: readonly RegExp[]
  readonly reader: ValueReader
}

function judgeSentence(one: Case): readonly Outcome[] {
  const { sentence, cited } = one
  const literals = sentence.literals.map(({ offset, end }) =>
    sentence.text.slice(offset - sentence.offset, end - sentence.offset),
  )
  const text = withoutPointers(sentence)
  const values = readValues(text).filter((value) => !isExempt(value.text, one))
  const found = one.reader.found(cited)
  const inText = values.map((value, index) => {
    if (cited.length === 0 || index >= maxValuesInSentence) return 'abstained'
    const before = text.slice(0, value.offset)
    const after = text.slice(value.end)
    const cues = readCues(before, after, cited.length > 1)
    return judgeValue({ value, before, after }, { ...one, text, found, cues })
  })
  const inCode = literals
    .filter((literal) => !isExempt(literal, one))
    .map((literal, index) => {
      const isLeft = cited.length === 0 || index >= maxValuesInSentence
      const outcome = isLeft ? 'abstained' : judgeLiteral(literal, { ...one, found })
      return outcome === 'missing' ? missingLiteral(literal, one) : outcome
    })
  return [...inText, ...inCode]
}

function isExempt(text: string, { notValues }: Case): boolean {
  return notValues.some((pattern) => pattern.test(text))
}

/** The sentence with its citations and code blanked, and the number that opens a row or heading. */
function withoutPointers({ text, offset, kind, citations, literals }: Sentence): string {
  const spans = [...citations, ...literals].map((span: Pick<Citation, 'offset' | 'end'>) => ({
    offset: Math.max(0, span.offset - offset),
    end: Math.min(text.length, Math.max(0, span.end - offset)),
  }))
  const masked = mask(text, spans, ' ')
  const opening =
    kind === 'heading' || kind === 'table-row'
      ? /^\s*\|?\s*#?\d{1,3}[.)]?(?=\s)/
      : /^\s*\d{1,3}[.)]\s/
  return masked.replace(opening, (found) => ' '.repeat(found.length))
}

interface ValueCase extends Case {
  /** The sentence without its citations and code. */
  readonly text: string
  readonly found: readonly FoundValue[]
  readonly cues: Cues
}

function judgeValue(claimed: ClaimedValue, one: ValueCase): Outcome {
  const { value } = claimed
  const comparisons = one.found.map((other) => ({
    other,
    is: compareClaim(value, other, one.cues),
  }))
  if (comparisons.some(({ is }) => is === 'same')) {
    return isOnForeignLine(value, one) ? foreignIdentifier(value, one) : 'found'
  }
  if (isWritten(value, one.cited)) return 'found'
  const left = leave(claimed, one)
  if (left !== undefined) return left
  const foreign = comparisons.find(({ is }) => is === 'other-currency')
  if (foreign !== undefined) return otherCurrency(value, foreign.other, one)
  return missingValue(value, one)
}

function compareClaim(claimed: Value, found: FoundValue, cues: Cues): Comparison {
  if (isHourOf(claimed.value, found)) return 'same'
  const is = compareValues(claimed, found, cues.approximate)
  const percent = is === 'different' && cues.isShare ? asPercent(claimed) : undefined
  return percent === undefined ? is : compareValues(percent, found, cues.approximate)
}

/** 0.8 as 80 %. */
function asPercent(claimed: Value): Value | undefined {
  const { value } = claimed
  if (value.kind !== 'quantity' || value.dimension !== 'plain' || value.written > 1)
    return undefined
  const { written, step } = value
  return {
    ...claimed,
    value: { ...value, written: written * 100, step: step * 100, dimension: 'percent' },
  }
}

/** Whether the value's own text is in the lines. A number must not be a part of another value. */
function isWritten({ value, text }: Value, cited: readonly CitedLines[]): boolean {
  if (value.kind === 'code' && value.isIdentifier === true) return false
  if (value.kind === 'version') return false
  if (value.kind !== 'quantity') return isInLines(text, cited)
  if (value.spelled) return !/\d/.test(text) && isInLines(text, cited)
  const alone = new RegExp(
    `(?<![\\p{L}\\p{N}.,:]|(?<!\\p{L})[-−/_])${escape(text.trim())}(?![\\p{L}\\p{N}]|[.,:/-]\\d)`,
    'u',
  )
  return cited.some(({ lines }) => lines.some((line) => alone.test(line)))
}

function escape(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')
}

function otherCurrency(value: Value, other: Value, one: Case): Finding {
  return finding(one, {
    severity: 'error',
    message: `Value "${value.text}" is in another currency than "${other.text.trim()}"`,
  })
}

function foreignIdentifier(value: Value, one: Case): Finding {
  return finding(one, {
    severity: 'error',
    message: `Identifier "${value.text}" stands on another line than what the sentence says of it`,
  })
}

function missingValue(value: Value, one: Case): Finding {
  const isWord = value.value.kind === 'quantity' && !/\d/.test(value.text)
  const isCount = isWord && value.value.dimension === 'plain'
  const moved = findElsewhere(value, one)
  return finding(one, {
    severity: isCount ? 'warning' : 'error',
    message: `Value "${value.text.trim()}" does not occur${movedNote(moved)}`,
    ...(moved === undefined ? {} : { movedTo: moved }),
  })
}

function missingLiteral(literal: string, one: Case): Finding {
  return finding(one, {
    severity: 'error',
    message: `Literal "${literal}" does not occur`,
  })
}

function finding(
  { sentence, cited }: Case,
  said: Pick<Finding, 'severity' | 'movedTo'> & { readonly message: string },
): Finding {
  const { citation, evidence } = citedAt(cited)
  return findingIn(name, sentence, {
    ...said,
    message: `${said.message} at ${citation}`,
    citation,
    evidence,
  })
}

function movedNote(moved: { readonly line: number } | undefined): string {
  return moved === undefined ? '' : ` (it is at line ${moved.line} of the file)`
}

const maxSearchedFiles = 5
const maxSearchedLines = 5000

/** The nearest line of a cited file that holds the value, for the reader's convenience. */
function findElsewhere(
  value: Value,
  { cited, snapshot, reader }: Case,
): { readonly path: string; readonly line: number } | undefined {
  for (const { anchor } of cited.slice(0, maxSearchedFiles)) {
    const lines = (snapshot.lines(anchor.path) ?? []).slice(0, maxSearchedLines)
    const holding = lines.flatMap((line, index) => (reader.holds(line, value) ? [index + 1] : []))
    const distance = (line: number): number => Math.abs(line - anchor.start)
    const nearest = holding.sort((one, other) => distance(one) - distance(other))[0]
    if (nearest !== undefined) return { path: anchor.path, line: nearest }
  }
  return undefined
}
