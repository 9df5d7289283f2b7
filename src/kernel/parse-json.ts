import type { Json } from './json.ts'
import { lossless } from './lossless.ts'

/**
 * Reads JSON text that somebody else wrote, such as a model. `-0` is read as 0; numbers beyond a
 * double and nesting that the journal cannot carry are refused.
 *
 * Pure.
 *
 * @returns The value, or `undefined` if the text is no such JSON.
 */
export function parseJson(text: string): Json | undefined {
  try {
    return lossless(JSON.parse(text, text.includes('-') ? withoutMinusZero : undefined), 'json')
  } catch {
    return undefined
  }
}

function withoutMinusZero(_key: string, value: unknown): unknown {
  return Object.is(value, -0) ? 0 : value
}
