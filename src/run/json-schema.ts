import { Validator } from '@cfworker/json-schema'
import type { Json } from '../kernel/json.ts'

/**
 * Whether a JSON Schema (draft 2020-12) plainly refuses a value. One that cannot be read refuses
 * nothing: the code that asked has the last word.
 *
 * Pure.
 */
export function refuses(schema: Json | undefined, value: Json | undefined): boolean {
  if (schema === undefined) return false
  try {
    return !new Validator(schema as object, '2020-12').validate(value).valid
  } catch {
    return value === undefined
  }
}
