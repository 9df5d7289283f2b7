import type { Conversation, Exchange } from './conversation.ts'
import { isRecord } from './json-value.ts'

/** A child that was asked for: its handle, or why there is none. */
export interface Sent {
  readonly handle?: string
  readonly refusal?: string
}

/** The children that the messages show as asked for, in the order asked. Pure. */
export function sentBy(conversation: Conversation): readonly Sent[] {
  return conversation.exchanges.flatMap((exchange) => {
    if (exchange.toolName === 'spawn_agent') return [single(exchange)]
    return exchange.toolName === 'parallel_agents' ? batch(exchange) : []
  })
}

function single({ value, error }: Exchange): Sent {
  const handle = isRecord(value) ? value['handle'] : undefined
  return typeof handle === 'string' ? { handle } : { refusal: reasonIn(error ?? value) }
}

/**
 * Handles belong to the tasks that were not refused, in order. Tasks without a handle share the
 * reason of the first refusal.
 */
function batch({ input, value, error }: Exchange): readonly Sent[] {
  const tasks = isRecord(input) && Array.isArray(input['tasks']) ? input['tasks'].length : 0
  const result = isRecord(value) ? value : {}
  const handles = listIn(result, 'handles')
  const refusals = refusalsIn(result)
  const [first] = refusals.values()
  let next = 0
  return Array.from({ length: tasks }, (_, index) => {
    const refusal = refusals.get(index)
    if (refusal !== undefined) return { refusal }
    const handle = handles[next]
    next += 1
    return typeof handle === 'string' ? { handle } : { refusal: first ?? reasonIn(error ?? value) }
  })
}

function refusalsIn(result: Readonly<Record<string, unknown>>): ReadonlyMap<number, string> {
  const { refused } = result
  const rows = [...listIn(result, 'refusals'), ...listIn(result, 'refused'), refused]
  const found = new Map<number, string>()
  for (const row of rows) {
    if (isRecord(row) && typeof row['index'] === 'number') found.set(row['index'], reasonIn(row))
  }
  return found
}

function listIn(value: Readonly<Record<string, unknown>>, field: string): readonly unknown[] {
  const list = value[field]
  return Array.isArray(list) ? list : []
}

function reasonIn(refusal: unknown): string {
  if (typeof refusal === 'string') return refusal.slice(0, 200)
  if (!isRecord(refusal)) return 'refused'
  const reason = refusal['reason'] ?? refusal['code'] ?? refusal['message']
  return typeof reason === 'string' ? reason.slice(0, 200) : 'refused'
}
