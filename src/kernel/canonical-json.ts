import { AssayError } from './error.ts'
import type { Json } from './json.ts'

/**
 * Writes a value as canonical JSON: no white space, keys sorted by UTF-16 code units, numbers and
 * strings as ECMAScript writes them. A lone surrogate is written as `\udXXX`, which is our
 * extension: distinct strings never share a text.
 *
 * Pure.
 *
 * @param value A lossless JSON value, at most 1,000 levels deep.
 * @returns The text, well-formed in UTF-16.
 * @throws {AssayError} `value-not-lossless` for a number that JSON cannot write.
 *
 * Source: RFC 8785 (Rundgren, Jordan, Erdtman, 2020), section 3.2.
 *
 * @example
 * ```ts
 * canonicalJson({ b: 1, a: [true, 'x'] })
 * // => '{"a":[true,"x"],"b":1}'
 * ```
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'number') return numberText(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  let text = ''
  for (const key of Object.keys(value).sort()) {
    const item = value[key]
    if (item !== undefined)
      text += `${text === '' ? '' : ','}${quotedKey(key)}${canonicalJson(item)}`
  }
  return `{${text}}`
}

/** Keys recur in entry after entry, so their quoted texts are kept; at most so many. */
const quotedKeys = new Map<string, string>()
const mostQuotedKeys = 1024

function quotedKey(key: string): string {
  const known = quotedKeys.get(key)
  if (known !== undefined) return known
  const quoted = `${JSON.stringify(key)}:`
  if (quotedKeys.size < mostQuotedKeys) quotedKeys.set(key, quoted)
  return quoted
}

function numberText(value: number): string {
  if (Number.isFinite(value)) return String(value)
  const found = String(value)
  const message = `${found} cannot be written as JSON`
  throw new AssayError('value-not-lossless', message, { name: 'value', path: 'value', found })
}

function isArray(value: object): value is readonly Json[] {
  return Array.isArray(value)
}
