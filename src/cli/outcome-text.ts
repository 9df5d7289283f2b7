import type { RunOutcome } from '../run/outcome.ts'
import { plainLine } from '../kernel/plain-text.ts'

/** Why a run did not end well, a line a reason. Pure. */
export function failureLines({ status, error, dropped = [] }: RunOutcome): readonly string[] {
  const said = error === undefined ? status : `${status}: ${error.message} (${error.code})`
  return [
    plainLine(said),
    ...rejectionLines(error?.data),
    ...dropped.map(({ label, reason }) => plainLine(`left out: ${label}: ${reason}`)),
  ]
}

interface Failed {
  readonly name: string
  readonly reasons: readonly string[]
}

/** Which validators did not accept the result, and which sentences they name. */
function rejectionLines(data: unknown): readonly string[] {
  const failed = (data as { readonly failed?: readonly Failed[] } | undefined)?.failed ?? []
  return failed.flatMap(({ name, reasons }) =>
    reasons.map((reason) => plainLine(`${name}: ${reason}`)),
  )
}
