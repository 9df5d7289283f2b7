import type { ReportDocument, Sentence } from '../anchors/report-document.ts'
import type { Snapshot } from '../snapshot.ts'

/** One thing that a check has to say about a report. */
export interface Finding {
  readonly check: string
  readonly severity: 'error' | 'warning' | 'hint'
  /** Names the sentence and the citation. */
  readonly message: string
  /** Heading of the level-2 section. */
  readonly section?: string
  readonly sentence?: string
  /** Where the sentence begins in the report, in UTF-16 units. */
  readonly offset?: number
  /** The citation as the report writes it. */
  readonly citation?: string
  /** The lines that were looked at. */
  readonly evidence?: string
  /** Where the cited text or value really stands. */
  readonly movedTo?: { readonly path: string; readonly line: number }
}

/** What a check did: its findings, and how many of its items it could judge. */
export interface CheckResult {
  readonly findings: readonly Finding[]
  /** Items that were compared with something. */
  readonly judged: number
  /** Items that there were to judge. */
  readonly total: number
  /** Sentences of which something beyond a citation's target was judged. */
  readonly sentences: ReadonlySet<Sentence>
  /** Sentences of which the check left something unjudged: no other check may vouch for them. */
  readonly leftOpen?: ReadonlySet<Sentence>
}

/** A check over a parsed report: pure, or asking a judge. Checks run cheapest first. */
export interface Check {
  readonly name: string
  readonly cost: 'pure' | 'judge'
  run(
    candidate: ReportDocument,
    evidence: { readonly snapshot: Snapshot },
  ): CheckResult | Promise<CheckResult>
}

/** A check that answers at once, so that a finish validator can be made of it. */
export interface PureCheck extends Check {
  readonly cost: 'pure'
  run(candidate: ReportDocument, evidence: { readonly snapshot: Snapshot }): CheckResult
}

/** Makes findings about one sentence. Pure. */
export function findingIn(
  check: string,
  place: Pick<Sentence, 'section' | 'text' | 'offset'>,
  finding: Omit<Finding, 'check' | 'section' | 'sentence' | 'offset' | 'message'> & {
    /** What is wrong; the sentence is added in quotes. */
    readonly message: string
  },
): Finding {
  const { section, offset } = place
  const sentence = shownText(place)
  return {
    ...finding,
    check,
    message: `${finding.message}: "${clip(sentence, maxMessageChars)}"`,
    section,
    sentence,
    offset,
  }
}

/** Places are shown once for every citation that they hold. */
const shown = new WeakMap<object, string>()

function shownText(place: Pick<Sentence, 'text'>): string {
  const known = shown.get(place)
  if (known !== undefined) return known
  const text = clip(oneLine(place.text.slice(0, maxReadChars)), maxSentenceChars)
  shown.set(place, text)
  return text
}

/** Text on one line, without the marks of a block quote. Pure. */
function oneLine(text: string): string {
  return text
    .replace(/^[ \t]*>[ \t]?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}

const maxReadChars = 1500
const maxSentenceChars = 1000
const maxMessageChars = 200

function clip(text: string, maxChars: number): string {
  return text.length > maxChars ? `${text.slice(0, maxChars)}…` : text
}
