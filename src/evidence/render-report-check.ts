import { invalidArgument } from '../kernel/error.ts'
import { checkObject, checkString } from '../kernel/options.ts'
import { plainText } from '../kernel/plain-text.ts'
import type { CheckCoverage, ReportCheck } from './check-report.ts'
import type { Finding } from './checks/check.ts'
import { isFinding } from './run-check.ts'

/**
 * Renders a check for people: the verdict with its numbers, then every finding with its section,
 * sentence, citation and the lines that were looked at. Terminal control sequences are stripped.
 *
 * Pure.
 *
 * @param check What `checkReport` returned.
 * @returns Lines of plain text, each ended by a line break.
 * @throws {AssayError} `invalid-argument` for what `checkReport` cannot have returned.
 *
 * @example
 * ```ts
 * renderReportCheck({ verdict: 'qualified', hash: 'ab12', checks: [] })
 * // => 'qualified (0 of 0 checks ran, 0 findings; sha-256 ab12)\n'
 * ```
 */
export function renderReportCheck(check: ReportCheck): string {
  refuseOthers(check)
  const { verdict, hash, checks } = check
  const ran = checks.filter((each) => each.ran).length
  const findings = checks.flatMap((each) => each.findings)
  const head = `${verdict} (${ran} of ${checks.length} checks ran, ${count(findings.length, 'finding')}; sha-256 ${hash})`
  const lines = [head, ...checks.map(coverageLine), ...findings.flatMap(findingLines)]
  return lines.map((line) => `${plainText(line).replaceAll('\n', ' ')}\n`).join('')
}

function refuseOthers(check: ReportCheck): void {
  checkObject('check', check)
  checkString('check.verdict', check.verdict)
  checkString('check.hash', check.hash)
  const checks: unknown = check.checks
  if (!Array.isArray(checks)) throw invalidArgument('check.checks', checks, 'an array')
  for (const [at, each] of checks.entries()) {
    const name = `check.checks[${at}]`
    const { findings, ...coverage } = checkObject(name, each)
    checkString(`${name}.name`, coverage['name'])
    if (Array.isArray(findings) && findings.every(isFinding)) continue
    throw invalidArgument(`${name}.findings`, findings, 'an array of findings')
  }
}

function coverageLine({ name, ran, judged, total, skipped, findings }: CheckCoverage): string {
  if (!ran) return `  ${name}: skipped, ${skipped ?? 'no reason given'} (${total} not looked at)`
  return `  ${name}: judged ${judged} of ${total}, ${count(findings.length, 'finding')}`
}

function findingLines(finding: Finding): readonly string[] {
  const { severity, check, message, section, sentence, citation, evidence, movedTo } = finding
  const fields: readonly (readonly [string, string | undefined])[] = [
    ['section', section === '' ? undefined : section],
    ['sentence', sentence],
    ['citation', citation],
    ['found at', movedTo && `${movedTo.path}:${movedTo.line}`],
  ]
  return [
    '',
    `${severity} [${check}] ${message.replace(/\s+/g, ' ')}`,
    ...fields.flatMap(([name, value]) =>
      value === undefined ? [] : [`  ${name}: ${value.replace(/\s+/g, ' ')}`],
    ),
    ...(evidence === undefined ? [] : evidence.split('\n').map((line) => `  | ${line}`)),
  ]
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
