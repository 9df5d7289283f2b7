import { show } from '../../kernel/error.ts'
import type { Issue, PlainSchema } from '../schema.ts'

/** One field of a tool's input, as JSON Schema says it. */
export type Field =
  | { readonly type: 'string'; readonly maxLength: number; readonly description: string }
  | {
      readonly type: 'integer'
      readonly minimum: number
      readonly maximum: number
      readonly description: string
    }
  | { readonly type: 'boolean'; readonly description: string }

/**
 * The schema of an object of texts, whole numbers and booleans: what the model is shown is what is
 * checked. A text must not be blank; a field that is not known is refused by name.
 *
 * Pure.
 */
export function inputSchema<Input>(
  properties: Readonly<Record<string, Field>>,
  required: readonly string[] = [],
): PlainSchema<Input> {
  return {
    jsonSchema: {
      type: 'object',
      properties,
      required,
      additionalProperties: false,
    },
    validate(value) {
      const issues = issuesOf(value, properties, required)
      return issues.length > 0 ? { issues } : { value: value as Input }
    },
  }
}

function issuesOf(
  value: unknown,
  properties: Readonly<Record<string, Field>>,
  required: readonly string[],
): readonly Issue[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return [{ message: `must be an object, got ${show(value)}` }]
  }
  const held = new Map(Object.entries(value as Readonly<Record<string, unknown>>))
  const known = Object.keys(properties).join(', ')
  return [
    ...required
      .filter((name) => !held.has(name))
      .map((name) => ({ message: 'is missing', path: [name] })),
    ...[...held].flatMap(([name, item]) => {
      const field = Object.hasOwn(properties, name) ? properties[name] : undefined
      if (field === undefined)
        return [{ message: `is not known; known are ${known}`, path: [name] }]
      const expected = mismatch(field, item)
      if (expected === undefined) return []
      return [{ message: `must be ${expected}, got ${show(item)}`, path: [name] }]
    }),
  ]
}

/** What the field should hold, if it does not. */
function mismatch(field: Field, value: unknown): string | undefined {
  switch (field.type) {
    case 'string':
      if (typeof value === 'string' && value.trim() !== '' && value.length <= field.maxLength)
        return
      return `a text that is not blank, of at most ${field.maxLength} characters`
    case 'integer':
      if (Number.isInteger(value) && isWithin(Number(value), field)) return
      return `a whole number from ${field.minimum} to ${field.maximum}`
    case 'boolean':
      return typeof value === 'boolean' ? undefined : 'true or false'
  }
}

function isWithin(
  value: number,
  range: { readonly minimum: number; readonly maximum: number },
): boolean {
  return value >= range.minimum && value <= range.maximum
}
