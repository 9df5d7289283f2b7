import type { Verdict } from '../evidence/verdict.ts'
import type { ExitCode } from './exit-code.ts'

/** The exit code that a verdict stands for. Pure. */
export function verdictCode(verdict: Verdict, strict: boolean): ExitCode {
  switch (verdict) {
    case 'accepted':
      return 0
    case 'qualified':
      return strict ? 1 : 0
    case 'rejected':
      return 1
  }
}
