import type { Json } from '../../kernel/json.ts'
import { checkObject, checkString } from '../../kernel/options.ts'
import { parseReport } from '../anchors/parse-report.ts'
import type { PureCheck } from '../checks/check.ts'
import type { Snapshot } from '../snapshot.ts'

/** A child's part in a finish candidate. */
export interface CandidateChild {
  readonly handle: string
  readonly nodeId: string
  readonly status: string
  readonly text: string
  readonly calls: readonly {
    readonly tool: string
    readonly returned: string
    readonly shown?: number
    readonly total?: number
  }[]
}

/** What a validator is shown: one candidate for a run's final document. */
export interface FinishCandidate {
  readonly result: Json
  readonly text: string
  readonly children: readonly CandidateChild[]
  readonly runId: string
}

/** A validator's answer. A refusal says why; a throw is the host's error, never an answer. */
export type Validation =
  | { readonly ok: true }
  | { readonly ok: false; readonly reasons: readonly string[] }

/** Decides whether a candidate may finish a run. Pure and synchronous. */
export interface FinishValidator {
  readonly name: string
  validate(input: FinishCandidate): Validation
}

/** Makes a validator of a check: errors refuse the candidate, warnings and hints do not. Pure. */
export function validatorOf(check: PureCheck, snapshot: Snapshot): FinishValidator {
  return {
    name: check.name,
    validate(candidate) {
      checkObject('candidate', candidate)
      const { text } = candidate
      checkString('candidate.text', text)
      const document = parseReport(text, { paths: snapshot.paths() })
      const { findings } = check.run(document, { snapshot })
      const reasons = findings
        .filter(({ severity }) => severity === 'error')
        .map(({ message }) => message)
      return reasons.length === 0 ? { ok: true } : { ok: false, reasons }
    },
  }
}
