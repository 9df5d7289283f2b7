import type { Usage } from '../journal/usage.ts'

/**
 * Reads what a provider reported, in the nested shape of V4 or the flat one of V2. Pure.
 *
 * @returns The usage, or `undefined` if the totals were not reported: unknown is not 0.
 */
export function usageOf(reported: unknown): Usage | undefined {
  if (typeof reported !== 'object' || reported === null) return undefined
  const { inputTokens, outputTokens, ...flat } = reported as Record<string, unknown>
  const input = tokens(inputTokens)
  const output = tokens(outputTokens)
  if (input.total === undefined || output.total === undefined) return undefined
  return {
    inputTokens: input.total,
    outputTokens: output.total,
    cacheReadTokens: input.cacheRead ?? numberIn(flat, 'cachedInputTokens') ?? 0,
    cacheWriteTokens: input.cacheWrite ?? 0,
    reasoningTokens: output.reasoning ?? numberIn(flat, 'reasoningTokens') ?? 0,
    unknown: 0,
  }
}

interface Tokens {
  readonly total?: number | undefined
  readonly cacheRead?: number | undefined
  readonly cacheWrite?: number | undefined
  readonly reasoning?: number | undefined
}

function tokens(value: unknown): Tokens {
  if (typeof value === 'number') return { total: counted(value) }
  if (typeof value !== 'object' || value === null) return {}
  const fields = value as Record<string, unknown>
  return {
    total: numberIn(fields, 'total'),
    cacheRead: numberIn(fields, 'cacheRead'),
    cacheWrite: numberIn(fields, 'cacheWrite'),
    reasoning: numberIn(fields, 'reasoning'),
  }
}

function numberIn(fields: Record<string, unknown>, name: string): number | undefined {
  return counted(fields[name])
}

/** A count of tokens as reported; anything that is none counts as not reported. */
function counted(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value >= 0)) return undefined
  const count = Math.round(value)
  return Number.isSafeInteger(count) ? count : undefined
}
