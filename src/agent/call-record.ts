import { readCoverage } from '../findings/read-coverage.ts'
import type { Json } from '../kernel/json.ts'

/** What one tool call gave, for checks that ask what an agent has looked at. */
export interface CallRecord {
  readonly tool: string
  readonly returned: 'value' | 'absent' | 'error'
  /** How much of `total` was shown, where the tool says so. */
  readonly shown?: number
  readonly total?: number
}

/** Records a value that a tool returned. Pure. */
export function recordValue(tool: string, value: Json): CallRecord {
  const declared = readCoverage(value)
  if (declared?.absent === true) return { tool, returned: 'absent' }
  const { shown, total } = fieldsOf(declared === undefined ? value : fieldsOf(value)['result'])
  return {
    tool,
    returned: 'value',
    ...(typeof shown === 'number' && { shown }),
    ...(typeof total === 'number' && { total }),
  }
}

function fieldsOf(value: Json | undefined): Readonly<Record<string, Json | undefined>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, Json>>)
    : {}
}
