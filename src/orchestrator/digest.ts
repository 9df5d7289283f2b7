import { type AgentResult, whyNotOk } from '../agent/result.ts'
import type { Json } from '../kernel/json.ts'

/** What a coordinator is told of a settled child. It never holds money. */
export interface TaskDigest {
  readonly handle: string
  readonly nodeId: string
  readonly status: AgentResult['status']
  readonly outputSummary: string
}

const marker = '...'

/** The text of a child's result: its answer, or why there is none with what it had written. Pure. */
export function childText(result: AgentResult<unknown>): string {
  if (result.status === 'ok') {
    return typeof result.output === 'string' ? result.output : JSON.stringify(result.output)
  }
  const why = whyNotOk(result)
  return result.text === '' ? why : `${why}; text so far: ${result.text}`
}

/** A settled child as its coordinator sees it. Pure. */
export function digestOf(
  child: { readonly handle: string; readonly result: AgentResult<unknown> },
  renderBudgetChars: number,
): TaskDigest {
  const { handle, result } = child
  const outputSummary = clip(childText(result), renderBudgetChars)
  return { handle, nodeId: handle, status: result.status, outputSummary }
}

/** A digest as JSON. Pure. */
export function digestJson(digest: TaskDigest): Json {
  return { ...digest }
}

/** At most `most` UTF-16 units, marker included; never half of a surrogate pair. Pure. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text
  const end = most < marker.length ? '' : marker
  return text.slice(0, most - end.length).replace(/[\uD800-\uDBFF]$/, '') + end
}
