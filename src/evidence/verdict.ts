import type { ReportDocument, Sentence } from './anchors/report-document.ts'
import type { Finding } from './checks/check.ts'

/** Whether a document may be trusted: as it stands, with reserve, or not. */
export type Verdict = 'accepted' | 'qualified' | 'rejected'

/**
 * Folds what the checks found into one verdict. An error rejects. A document is at most qualified
 * when it cites nothing, when a citing sentence was judged by nothing beyond its target resolving
 * or holds a value that was left unjudged, or when cited text stands at other lines than the report says. Other warnings change nothing.
 *
 * Pure.
 *
 * @param judged Sentences of which something beyond a citation's target was judged, and nothing
 *   was left open.
 */
export function foldVerdict(
  document: ReportDocument,
  findings: readonly Finding[],
  judged: ReadonlySet<Sentence>,
): Verdict {
  if (findings.some(({ severity }) => severity === 'error')) return 'rejected'
  const citing = document.sentences.filter(({ citations }) => citations.length > 0)
  const isLooselyBased = citing.length === 0 || citing.some((sentence) => !judged.has(sentence))
  const isMoved = findings.some(({ movedTo }) => movedTo !== undefined)
  return isLooselyBased || isMoved ? 'qualified' : 'accepted'
}
