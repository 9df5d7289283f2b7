import { AssayError, show } from '../kernel/error.ts'
import type { ReportDocument } from './anchors/report-document.ts'
import type { Check, CheckResult, Finding } from './checks/check.ts'
import type { Snapshot } from './snapshot.ts'

/**
 * Runs a check that a host may have written.
 *
 * Pure, as far as the check is.
 *
 * @throws {AssayError} `validator-threw` naming the check, if it throws or its answer is none.
 */
export async function runCheck(
  check: Check,
  document: ReportDocument,
  snapshot: Snapshot,
): Promise<CheckResult> {
  const result: unknown = await answerOf(check, document, snapshot)
  if (isResult(result)) return result
  throw failed(check, `answered ${show(result)}, which is no result of a check`)
}

async function answerOf(
  check: Check,
  document: ReportDocument,
  snapshot: Snapshot,
): Promise<unknown> {
  try {
    return await check.run(document, { snapshot })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw failed(check, `threw: ${reason}`, { cause })
  }
}

function failed({ name }: Check, deed: string, options?: ErrorOptions): AssayError {
  return new AssayError('validator-threw', `Check "${name}" ${deed}`, { validator: name }, options)
}

function isResult(value: unknown): value is CheckResult {
  if (typeof value !== 'object' || value === null) return false
  const { findings, judged, total, sentences, leftOpen = new Set() } = value as CheckResult
  return (
    Array.isArray(findings) &&
    findings.every(isFinding) &&
    [judged, total].every((count) => Number.isSafeInteger(count) && count >= 0) &&
    [sentences, leftOpen].every((set) => set instanceof Set)
  )
}

/** Whether a value is a finding, as far as it is read again. Pure. */
export function isFinding(value: unknown): value is Finding {
  if (typeof value !== 'object' || value === null) return false
  const finding = value as Finding
  const { check, severity, message, section, sentence, citation, evidence, movedTo } = finding
  return (
    ['error', 'warning', 'hint'].includes(severity) &&
    [check, message].every((text) => typeof text === 'string') &&
    [section, sentence, citation, evidence].every((text) => isAbsentOr('string', text)) &&
    isAbsentOr('number', finding.offset) &&
    isAbsentOr('object', movedTo)
  )
}

function isAbsentOr(type: string, value: unknown): boolean {
  return value === undefined || (typeof value === type && value !== null)
}
