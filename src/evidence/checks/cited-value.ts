import type { Citation, ReportDocument, Sentence } from '../anchors/report-document.ts'
import { mask } from '../anchors/spans.ts'
import type { Snapshot } from '../snapshot.ts'
import { compareValues } from '../values/compare-values.ts'
import { type Cues, readCues } from '../values/cues.ts'
import { readValues } from '../values/read-values.ts'
import type { Quantity, Value } from '../values/value.ts'
import { inZones, zoneNamed } from '../values/zone.ts'
import { type CheckResult, type Finding, findingIn, type PureCheck } from './check.ts'
import { citedAt, type CitedLines, citedLines } from './cited-lines.ts'
import { isInLines, judgeLiteral } from './literal.ts'

const name = 'cited-value'

/** Options of the cited-value check. */
export interface CitedValueOptions {
  /** Lines around the cited ones that count as cited; 0 by default. */
  readonly window?: number
  /** Values and literals that need no evidence. */
  readonly notValues?: readonly RegExp[]
}

/**
 * Checks that the values of a citing sentence (numbers, dates, times, versions, back-ticked
 * literals) occur in the cited lines, compared as values. Rates, comparisons and derived figures
 * are counted and not judged.
 *
 * Pure.
 *
 * @param options `window`, `notValues`.
 * @returns The check "cited-value".
 */
export function citedValueCheck(options: CitedValueOptions = {}): PureCheck {
  return {
    name,
    cost: 'pure',
    run: (document, { snapshot }) => checkValues(document, snapshot, options),
  }
}

/** `abstained`: looked at, and left to another judge. */
type Outcome = 'found' | 'abstained' | Finding

function checkValues(
  document: ReportDocument,
  snapshot: Snapshot,
  { window = 0, notValues = [] }: CitedValueOptions,
): CheckResult {
  const sentences = new Set<Sentence>()
  const paths = new Set(snapshot.paths())
  const valuesOf = rememberValues()
  const outcomes = document.sentences.flatMap((sentence) => {
    if (!sentence.citations.some(({ target }) => target.kind === 'lines')) return []
    const cited = citedLines(sentence, snapshot, window)
    const own = judgeSentence({ sentence, cited, snapshot, paths, notValues, valuesOf })
    if (own.some((outcome) => outcome !== 'abstained')) sentences.add(sentence)
    return own
  })
  const findings = outcomes.filter((outcome) => typeof outcome !== 'string')
  const judged = outcomes.filter((outcome) => outcome !== 'abstained').length
  return { findings, judged, total: outcomes.length, sentences }
}

/** A sentence with more values than this is a table gone wrong; the rest counts as not judged. */
const maxValuesInSentence = 200

interface Case {
  readonly sentence: Sentence
  readonly cited: readonly CitedLines[]
  readonly snapshot: Snapshot
  readonly paths: ReadonlySet<string>
  readonly notValues: readonly RegExp[]
  /** `readValues`, remembering the lines it has read. */
  readonly valuesOf: (line: string) => readonly Value[]
}

function judgeSentence(one: Case): readonly Outcome[] {
  const { sentence, cited } = one
  const literals = sentence.literals.map(({ offset, end }) =>
    sentence.text.slice(offset - sentence.offset, end - sentence.offset),
  )
  const text = withoutPointers(sentence)
  const values = readValues(text).filter((value) => !isExempt(value.text, one))
  const found = valuesFound(one)
  const inText = values.map((value, index) => {
    if (cited.length === 0 || index >= maxValuesInSentence) return 'abstained'
    const cues = readCues(text.slice(0, value.offset), text.slice(value.end), cited.length > 1)
    return judgeValue(value, { ...one, found, cues })
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

/**
 * The values of the cited lines. A time of day counts also in the zones that cited lines of its
 * file name, so that 11:12 is 09:12 UTC where the head of the file says UTC+02:00.
 */
function valuesFound({ cited, valuesOf }: Case): readonly Value[] {
  const byFile = Map.groupBy(cited, ({ anchor }) => anchor.path)
  return [...byFile.values()].flatMap((sources) => {
    const lines = sources.flatMap((source) => source.lines)
    const values = lines.flatMap(valuesOf)
    const zones = lines.map(zoneNamed).filter((zone) => zone !== undefined)
    return [...values, ...inZones(values, [...new Set(zones)])]
  })
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
  readonly found: readonly Value[]
  readonly cues: Cues
}

function judgeValue(value: Value, one: ValueCase): Outcome {
  const comparisons = one.found.map((other) => ({
    other,
    is: compareValues(value, other, one.cues.approximate),
  }))
  if (comparisons.some(({ is }) => is === 'same')) return 'found'
  if (isWritten(value, one.cited)) return 'found'
  if (abstains(value, one)) return 'abstained'
  const foreign = comparisons.find(({ is }) => is === 'other-currency')
  if (foreign !== undefined) return otherCurrency(value, foreign.other, one)
  return missingValue(value, one)
}

/** Whether the value's own text is in the lines. A number must not be a part of another value. */
function isWritten({ value, text }: Value, cited: readonly CitedLines[]): boolean {
  if (value.kind !== 'quantity' || value.spelled) return isInLines(text, cited)
  const alone = new RegExp(
    `(?<![\\p{L}\\p{N}.,:]|(?<!\\p{L})[-/_])${escape(text.trim())}(?![\\p{L}\\p{N}]|[.,:/-]\\d)`,
    'u',
  )
  return cited.some(({ lines }) => lines.some((line) => alone.test(line)))
}

function escape(text: string): string {
  return text.replace(/[$()*+./?[\\\]^{|}]/g, '\\$&')
}

function abstains({ value, text }: Value, { cues, found, cited, snapshot }: ValueCase): boolean {
  if (cues.derived || cues.internal) return true
  switch (value.kind) {
    case 'code':
      return (
        !(isIdentity(text) || hasSibling(text, found)) ||
        cited.some(({ anchor }) => isInFile(text, anchor.path, snapshot))
      )
    case 'date':
      return !found.some((other) => other.value.kind === 'date')
    case 'quantity':
      return cues.bound !== undefined && meetsBound(value, cues.bound, { found, cited })
    case 'clock':
    case 'version':
      return false
    default:
      return value satisfies never
  }
}

/** Names that stand for one thing: `INC-2041`, a commit. `UTF-8` and `p99` are words. */
function isIdentity(text: string): boolean {
  return /^\p{Lu}{2,}-\d{2,}$|^#\d{2,}$/u.test(text) || /^(?=.*\d)[\da-f]{7,40}$/i.test(text)
}

/** Whether the lines name another of its kind: `db-2` where the report says `db-3`. */
function hasSibling(text: string, found: readonly Value[]): boolean {
  const shape = (name: string): string => name.toLowerCase().replace(/\d+/g, '0')
  return found.some((other) => other.value.kind === 'code' && shape(other.text) === shape(text))
}

function isInFile(text: string, path: string, snapshot: Snapshot): boolean {
  return path.includes(text) || isInLines(text, [{ lines: snapshot.lines(path) ?? [] }])
}

/**
 * "More than 1,000" is met by 1,187, and by nothing three times as large. Where the lines use the
 * same words, the report repeats a bound and must repeat its number.
 */
function meetsBound(
  claimed: Quantity,
  { side, words }: NonNullable<Cues['bound']>,
  { found, cited }: Pick<ValueCase, 'found' | 'cited'>,
): boolean {
  if (isInLines(words, cited)) return false
  return found.some(({ value }) => value.kind === 'quantity' && keepsBound(claimed, value, side))
}

function keepsBound(claimed: Quantity, found: Quantity, side: 'above' | 'below'): boolean {
  const isBare = found.dimension === 'plain'
  if (!isBare && found.dimension !== claimed.dimension) return false
  const limit = claimed.written * (isBare ? 1 : claimed.factor)
  const amount = found.written * (isBare ? 1 : found.factor)
  return side === 'above'
    ? amount >= limit && amount <= limit * 3
    : amount <= limit && amount >= limit / 3
}

function otherCurrency(value: Value, other: Value, one: Case): Finding {
  return finding(one, {
    severity: 'error',
    message: `Value "${value.text}" is in another currency than "${other.text.trim()}"`,
  })
}

function missingValue(value: Value, one: Case): Finding {
  const isWord = value.value.kind === 'quantity' && value.value.spelled
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
  { cited, snapshot, valuesOf }: Case,
): { readonly path: string; readonly line: number } | undefined {
  const holds = (line: string): boolean =>
    valuesOf(line).some((other) => compareValues(value, other) === 'same')
  for (const { anchor } of cited.slice(0, maxSearchedFiles)) {
    const lines = (snapshot.lines(anchor.path) ?? []).slice(0, maxSearchedLines)
    const holding = lines.flatMap((line, index) => (holds(line) ? [index + 1] : []))
    const distance = (line: number): number => Math.abs(line - anchor.start)
    const nearest = holding.sort((one, other) => distance(one) - distance(other))[0]
    if (nearest !== undefined) return { path: anchor.path, line: nearest }
  }
  return undefined
}

function rememberValues(): (line: string) => readonly Value[] {
  const known = new Map<string, readonly Value[]>()
  return (line) => {
    const values = known.get(line) ?? readValues(line)
    known.set(line, values)
    return values
  }
}
