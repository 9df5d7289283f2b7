import type { Json } from '../../kernel/json.ts'

/** Why a call was not carried out, as its coordinator is told. */
export type Refusal = Readonly<Record<'code' | 'reason', string>>

/** The fields of a tool input, or what is wrong with it. */
export type ReadFields =
  | { readonly ok: true; readonly fields: Readonly<Record<string, Json | undefined>> }
  | { readonly ok: false; readonly error: Refusal }

/** Reads an input object, and refuses fields that are not known. Pure. */
export function readFields(input: Json, known: readonly string[]): ReadFields {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) {
    return { ok: false, error: invalidInput('the arguments must be an object') }
  }
  const extra = Object.keys(input).find((field) => !known.includes(field))
  if (extra === undefined) return { ok: true, fields: input as Readonly<Record<string, Json>> }
  return {
    ok: false,
    error: invalidInput(`"${extra}" is not known; known are ${known.join(', ')}`),
  }
}

/** An error that tells a model what is wrong with its arguments. Pure. */
export function invalidInput(reason: string): Refusal {
  return { code: 'invalid-input', reason }
}
