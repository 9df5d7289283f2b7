import type { Citation, Reference, ReportDocument, Sentence } from '../anchors/report-document.ts'
import { type Snapshot, skippedFiles } from '../snapshot.ts'
import { type CheckResult, type Finding, findingIn, type PureCheck } from './check.ts'
import { excerpt } from './cited-lines.ts'

const name = 'citation-targets'

/**
 * Checks that every citation parses, and that its file and lines are there and could be read.
 * Sources that are no files of the root are counted and not judged.
 *
 * Pure.
 *
 * @returns The check "citation-targets".
 */
export function citationTargetsCheck(): PureCheck {
  return { name, cost: 'pure', run: (document, { snapshot }) => checkTargets(document, snapshot) }
}

type Place = Pick<Sentence, 'section' | 'text' | 'offset'>

function checkTargets(document: ReportDocument, snapshot: Snapshot): CheckResult {
  const cited = document.sentences.flatMap((sentence) =>
    sentence.citations.map((citation) => ({ place: sentence as Place, citation })),
  )
  const judge = targetJudge(snapshot)
  const rows = [...cited, ...uncited(document)].map(({ place, citation }) => ({
    isJudged: citation.target.kind !== 'external',
    finding: judge(citation, place),
  }))
  return {
    findings: rows.flatMap(({ finding }) => (finding === undefined ? [] : [finding])),
    judged: rows.filter(({ isJudged }) => isJudged).length,
    total: rows.length,
    sentences: new Set(),
  }
}

/** Entries of the reference list that no sentence cites still claim to be there. */
function uncited({
  sentences,
  references,
}: ReportDocument): { place: Place; citation: Citation }[] {
  const used = new Set(sentences.flatMap(({ citations }) => citations.map(({ marker }) => marker)))
  const isUnused = ({ key }: Reference): boolean => key === undefined || !used.has(key)
  return references
    .filter(isUnused)
    .flatMap(({ text, offset, citations }) =>
      citations.map((citation) => ({ place: { section: '', text, offset }, citation })),
    )
}

function targetJudge(
  snapshot: Snapshot,
): (citation: Citation, place: Place) => Finding | undefined {
  const skipped = new Map(skippedFiles(snapshot).map(({ path, reason }) => [path, reason]))
  return (citation, place) => {
    const fault = faultOf(citation, snapshot, skipped)
    if (fault === undefined) return undefined
    const citedAs = citation.text
    const { severity = 'error', message, evidence } = fault
    return findingIn(name, place, {
      severity,
      message: `Citation "${citedAs}" ${message}`,
      citation: citedAs,
      ...(evidence === undefined ? {} : { evidence }),
    })
  }
}

interface Fault {
  readonly severity?: 'warning'
  readonly message: string
  readonly evidence?: string
}

function faultOf(
  { target, marker }: Citation,
  snapshot: Snapshot,
  skipped: ReadonlyMap<string, string>,
): Fault | undefined {
  if (target.kind === 'external') return undefined
  if (target.kind === 'faulty') return { message: reasonOf(target.reason, marker) }
  const { path, start, end } = target.anchor
  const lines = snapshot.lines(path)
  if (lines === undefined) return { message: missing(path, snapshot, skipped) }
  if (end > lines.length) {
    const beyond = start > lines.length ? start : end
    return { message: `names line ${beyond}, but "${path}" has ${lines.length} lines` }
  }
  const cited = lines.slice(start - 1, end)
  if (cited.some((line) => line.trim() !== '')) return undefined
  return {
    severity: 'warning',
    message: 'points at blank lines',
    evidence: excerpt({ first: start, lines: cited }),
  }
}

function reasonOf(
  reason: 'line-zero' | 'reversed' | 'outside-root' | 'no-entry',
  marker: string | undefined,
): string {
  switch (reason) {
    case 'line-zero':
      return 'names line 0; lines count from 1'
    case 'reversed':
      return 'ends before it begins'
    case 'outside-root':
      return 'leads out of the root'
    case 'no-entry':
      return `has no entry "${marker ?? ''}" in the reference list`
    default:
      return reason satisfies never
  }
}

function missing(path: string, snapshot: Snapshot, skipped: ReadonlyMap<string, string>): string {
  const reason = skipped.get(path)
  if (reason !== undefined) return `names "${path}", which was not read: ${reason}`
  const ending = `/${path.slice(path.lastIndexOf('/') + 1).toLowerCase()}`
  const alike = snapshot.paths().filter((known) => `/${known.toLowerCase()}`.endsWith(ending))
  const hint = alike.length === 1 ? `; did it mean "${alike[0] ?? ''}"?` : ''
  return `does not resolve: there is no file "${path}"${hint}`
}
