import { readFile } from 'node:fs/promises'
import { checkReport, type ReportCheck } from '../../evidence/check-report.ts'
import { renderReportCheck } from '../../evidence/render-report-check.ts'
import type { PartialSnapshot } from '../../evidence/snapshot.ts'
import type { Verdict } from '../../evidence/verdict.ts'
import type { RunOutcome } from '../../run/outcome.ts'
import type { ExitCode } from '../exit-code.ts'
import { failureLines } from '../outcome-text.ts'
import type { StorePlace } from '../store-place.ts'
import { costText, count } from '../terminal/figures.ts'
import type { Output } from '../terminal/output.ts'
import { plainLine } from '../../kernel/plain-text.ts'
import { verdictCode } from '../verdict-code.ts'
import type { AuditArguments } from './audit-arguments.ts'
import type { AuditResult } from './audit-workflow.ts'
import { reachOf, skippedLine } from './reach.ts'
import { writeReport } from './write-report.ts'

/** An audit whose run has settled. */
export interface SettledAudit {
  readonly runId: string
  readonly args: AuditArguments
  readonly outcome: RunOutcome<AuditResult>
  /** The folder as this process found it. */
  readonly snapshot: PartialSnapshot
  readonly place: StorePlace
}

/** Writes the report, checks what was written and says how the audit went. */
export async function concludeAudit(audit: SettledAudit, output: Output): Promise<ExitCode> {
  const { runId, args, outcome, snapshot, place } = audit
  const result = outcome.value
  if (outcome.status !== 'ok' || result === undefined) return fail(audit, output)
  await writeReport(args.out, result.report)
  const text = await readFile(args.out, 'utf8')
  const check = await checkReport({ text, snapshot })
  noteReach(audit, result, output)
  const verdict = worse(check.verdict, result.verdict)
  for (const reason of result.degradedReasons) output.note(plainLine(`qualified: ${reason}`))
  const lines = [
    ['Report', args.out],
    ['Verdict', verdictText(verdict, check)],
    ['Cost', costText(outcome.cost)],
    ['Run', runId],
    ['Inspect', `assay inspect ${runId}${place.flag}`],
  ]
  for (const [name = '', value = ''] of lines) {
    output.result(`${name.padEnd(9)}${plainLine(value)}`)
  }
  if (check.verdict !== 'accepted') output.note(renderReportCheck(check).trimEnd())
  return verdictCode(verdict, args.strict)
}

function fail({ runId, args, outcome, place }: SettledAudit, output: Output): ExitCode {
  for (const line of failureLines(outcome)) output.note(line)
  output.note(`No report was written to ${plainLine(args.out)}.`)
  output.note(`Cost ${costText(outcome.cost)}. Run: assay inspect ${runId}${place.flag}`)
  if ((outcome.rejectedFinishCandidates ?? []).length > 0) {
    output.note(`What was not accepted: assay inspect ${runId} --candidates${place.flag}`)
  }
  return 1
}

function noteReach({ snapshot }: SettledAudit, { reach }: AuditResult, output: Output): void {
  for (const skipped of reach.skipped.slice(0, mostNoted)) {
    output.note(`not read: ${skippedLine(skipped)}`)
  }
  const rest = reach.skipped.length - mostNoted
  if (rest > 0) output.note(`not read: ${rest} more, named in the report`)
  if (reachOf(snapshot).hash === reach.hash) return
  output.note('The folder changed since the run began; the report is checked against it as it is.')
}

const mostNoted = 20

function verdictText(verdict: Verdict, { checks }: ReportCheck): string {
  const counts = checks.map(({ name, judged, total }) => `${name} ${judged} of ${total}`)
  const findings = checks.flatMap((check) => check.findings).length
  return `${verdict} (judged: ${counts.join(', ')}; ${count(findings, 'finding')})`
}

const order: readonly Verdict[] = ['accepted', 'qualified', 'rejected']

function worse(one: Verdict, other: Verdict): Verdict {
  return order.indexOf(one) > order.indexOf(other) ? one : other
}
