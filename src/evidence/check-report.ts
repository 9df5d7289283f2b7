import { invalidArgument, invalidOption, show } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import { checkOptionNames } from '../kernel/options.ts'
import { parseReport } from './anchors/parse-report.ts'
import type { ReportDocument, Sentence } from './anchors/report-document.ts'
import type { Check, CheckResult, Finding } from './checks/check.ts'
import { citationTargetsCheck } from './checks/citation-targets.ts'
import { citedValueCheck } from './checks/cited-value.ts'
import { citedWordsCheck } from './checks/cited-words.ts'
import { quoteCheck } from './checks/quote.ts'
import type { Snapshot } from './snapshot.ts'
import { readSnapshot } from './read-options.ts'
import { runCheck } from './run-check.ts'
import { foldVerdict, type Verdict } from './verdict.ts'

/** What one check did. `judged` of `total` is its coverage; `skipped` says why it did not run. */
export interface CheckCoverage {
  readonly name: string
  readonly ran: boolean
  readonly judged: number
  readonly total: number
  readonly skipped?: string
  readonly findings: readonly Finding[]
}

/** The outcome of checking one report against the files that it cites. */
export interface ReportCheck {
  readonly verdict: Verdict
  /** SHA-256 over the canonical JSON of the text. */
  readonly hash: string
  /** The checks in the order in which they ran; those that did not run are named, too. */
  readonly checks: readonly CheckCoverage[]
}

/** What to check, against what, by what. */
export interface CheckReportOptions {
  /** The report, as Markdown. */
  readonly text: string
  /** The files that it may cite. */
  readonly snapshot: Snapshot
  /** The checks to run; by default citation targets, cited values, quotes and cited words. */
  readonly checks?: readonly Check[]
}

const known = ['text', 'snapshot', 'checks']
const later = ['writtenAgainst', 'contract', 'judge', 'engine']

/**
 * Checks a report against the files that it cites, cheapest check first, and folds the findings
 * into one verdict.
 *
 * Pure, as far as the checks are.
 *
 * @param options `text`, `snapshot`, `checks`.
 * @returns The verdict, the hash of the text, and per check its coverage and findings.
 * @throws {AssayError} `invalid-argument` for a text that is no string; `invalid-option` for an
 *   option that is not known, not yet available or unusable; `validator-threw` naming a check that
 *   throws or does not answer as a check.
 *
 * @example
 * ```ts
 * const snapshot = memoryResolver({ 'app.yaml': 'retries: 5' })
 * const { verdict } = await checkReport({ text: 'Retries stop at 5 [app.yaml:1].', snapshot })
 * // => 'accepted'
 * ```
 */
export async function checkReport(options: CheckReportOptions): Promise<ReportCheck> {
  const { text, snapshot, checks } = readOptions(options)
  const document = parseReport(text, { paths: snapshot.paths() })
  const judged = new Set<Sentence>()
  const open = new Set<Sentence>()
  const coverage: CheckCoverage[] = []
  for (const check of byCost(checks)) {
    const { findings, sentences, leftOpen, ...counts } = await runCheck(check, document, snapshot)
    for (const sentence of sentences) judged.add(sentence)
    for (const sentence of leftOpen ?? []) open.add(sentence)
    coverage.push({ name: check.name, ran: true, ...counts, findings: inOrder(findings) })
  }
  const all = [...coverage, ...notAsked(checks, document)]
  const verdict = foldVerdict(
    document,
    all.flatMap(({ findings }) => findings),
    new Set([...judged].filter((sentence) => !open.has(sentence))),
  )
  return { verdict, hash: hashOf(text), checks: all }
}

function readOptions(options: CheckReportOptions): Required<CheckReportOptions> {
  checkOptionNames(options, { known, later })
  const { text, checks = standardChecks() } = options
  if (typeof text !== 'string') throw invalidArgument('text', text, 'a string')
  return { text, snapshot: readSnapshot(options.snapshot), checks: readChecks(checks) }
}

function readChecks(checks: unknown): readonly Check[] {
  if (!Array.isArray(checks) || !checks.every(isCheck)) {
    throw invalidOption('checks', `must be an array of checks, got ${show(checks)}`)
  }
  const names = checks.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw invalidOption('checks', `holds "${twice}" twice`)
  return checks
}

function isCheck(check: unknown): check is Check {
  if (typeof check !== 'object' || check === null) return false
  const { name, run } = check as Partial<Check>
  return typeof name === 'string' && typeof run === 'function'
}

function standardChecks(): readonly Check[] {
  return [citationTargetsCheck(), citedValueCheck(), quoteCheck(), citedWordsCheck()]
}

function byCost(checks: readonly Check[]): readonly Check[] {
  const pure = checks.filter(({ cost }) => cost === 'pure')
  return [...pure, ...checks.filter(({ cost }) => cost !== 'pure')]
}

/** Findings by their place in the report. */
function inOrder(findings: CheckResult['findings']): readonly Finding[] {
  return [...findings].sort((one, other) => (one.offset ?? 0) - (other.offset ?? 0))
}

/** Standard checks that the caller left out: that they did not look is on the record. */
function notAsked(
  checks: readonly Check[],
  { sentences }: ReportDocument,
): readonly CheckCoverage[] {
  const total = sentences.filter(({ citations }) => citations.length > 0).length
  return standardChecks()
    .filter(({ name }) => !checks.some((check) => check.name === name))
    .map(({ name }) => ({
      name,
      ran: false,
      judged: 0,
      total,
      skipped: 'not asked for',
      findings: [],
    }))
}
