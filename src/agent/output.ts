import type { Json } from '../kernel/json.ts'
import { lossless } from '../kernel/lossless.ts'
import { parseJson } from '../kernel/parse-json.ts'
import { type Schema, validate } from './schema.ts'

/** A structured answer, or what is wrong with it and what could be read. */
export type ReadOutput<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly string[]; readonly partial?: Json }

/** Reads a structured answer: the JSON of the text, with or without a code fence around it. */
export async function readOutput<T>(schema: Schema<T>, text: string): Promise<ReadOutput<T>> {
  const json = parseJson(unfenced(text))
  if (json === undefined) return { ok: false, issues: ['the answer is not valid JSON'] }
  const valid = await validate(schema, json)
  if (valid.ok) return { ok: true, value: lossless(valid.value, 'output') as T }
  return { ok: false, issues: valid.issues, partial: json }
}

function unfenced(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
}
