import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { invalidArgument } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'

/** What is wrong with a value, and where. */
export interface Issue {
  readonly message: string
  readonly path?: readonly (string | number)[]
}

/** A schema in plain parts, for hosts that use no schema library. */
export interface PlainSchema<T> {
  readonly jsonSchema: Json
  validate(value: unknown): { readonly value: T } | { readonly issues: readonly Issue[] }
}

/** A Standard Schema that also knows its JSON Schema, or the two parts given plainly. */
export type Schema<T> =
  | (StandardSchemaV1<unknown, T> & StandardJSONSchemaV1<unknown, T>)
  | PlainSchema<T>

/** The answer to a validation. */
export type Validated<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly issues: readonly string[] }

/**
 * Refuses what cannot validate.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` naming it.
 */
export function checkSchema(name: string, schema: unknown): void {
  const parts = (schema ?? {}) as Partial<PlainSchema<unknown> & StandardSchemaV1>
  const validates = parts.validate ?? parts['~standard']?.validate
  if (typeof validates !== 'function') throw noSchema(schema, name)
}

/**
 * The JSON Schema (draft 2020-12) that a model is shown for a schema's input.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` if it is no schema, or does not know its JSON Schema.
 */
export function jsonSchemaOf(schema: Schema<unknown>, name: string): Json {
  checkSchema(name, schema)
  if ('jsonSchema' in schema) return schema.jsonSchema
  const jsonSchema = schema['~standard']?.jsonSchema
  if (jsonSchema === undefined) throw noSchema(schema, name)
  return jsonSchema.input({ target: 'draft-2020-12' }) as Json
}

/** Validates a value. Pure as far as the schema is. */
export async function validate<T>(schema: Schema<T>, value: unknown): Promise<Validated<T>> {
  const result =
    'validate' in schema ? schema.validate(value) : await schema['~standard'].validate(value)
  if ('issues' in result && result.issues !== undefined) {
    return { ok: false, issues: result.issues.map(issueText) }
  }
  return { ok: true, value: (result as { readonly value: T }).value }
}

/**
 * Validates a value without waiting.
 *
 * Pure as far as the schema is.
 *
 * @throws {AssayError} `invalid-argument` with what is wrong, or if the schema throws (its error is
 * the cause), validates later or answers with neither a value nor issues.
 */
export function validateNow<T>(schema: Schema<T>, value: unknown, name: string): T {
  const result = answerOf(schema, value, name)
  if (result instanceof Promise) {
    result.catch(() => undefined)
    throw invalidArgument(name, value, 'validated without waiting')
  }
  const { issues } = (result ?? {}) as { readonly issues?: unknown }
  if (Array.isArray(issues)) {
    throw invalidArgument(name, value, `valid (${issues.map(issueText).join('; ')})`)
  }
  if (issues === undefined && typeof result === 'object' && result !== null && 'value' in result) {
    return result.value as T
  }
  throw invalidArgument(name, value, 'validated by a schema that answers { value } or { issues }')
}

function answerOf(schema: Schema<unknown>, value: unknown, name: string): unknown {
  try {
    return 'validate' in schema ? schema.validate(value) : schema['~standard'].validate(value)
  } catch (cause) {
    throw invalidArgument(name, value, 'validated by a schema that does not throw', { cause })
  }
}

function issueText(issue: StandardSchemaV1.Issue | Issue): string {
  const path = (issue.path ?? []).map((step) => String(typeof step === 'object' ? step.key : step))
  return path.length === 0 ? issue.message : `${path.join('.')}: ${issue.message}`
}

function noSchema(schema: unknown, name: string): Error {
  return invalidArgument(
    name,
    schema,
    'a Standard Schema with a JSON Schema, or { jsonSchema, validate }',
  )
}
