import { describe, expect, it } from 'vitest'
import { inputSchema } from './input-schema.ts'

const schema = inputSchema(
  {
    query: { type: 'string', maxLength: 5, description: 'q' },
    limit: { type: 'integer', minimum: 1, maximum: 9, description: 'l' },
    regex: { type: 'boolean', description: 'r' },
  },
  ['query'],
)

describe('inputSchema()', () => {
  it('shows the model what is checked', () => {
    expect(schema.jsonSchema).toEqual({
      type: 'object',
      properties: {
        query: { type: 'string', maxLength: 5, description: 'q' },
        limit: { type: 'integer', minimum: 1, maximum: 9, description: 'l' },
        regex: { type: 'boolean', description: 'r' },
      },
      required: ['query'],
      additionalProperties: false,
    })
  })

  it('passes an input on as it is', () => {
    const input = { query: 'x', limit: 9, regex: false }
    expect(schema.validate(input)).toEqual({ value: input })
  })

  it.each([
    ['query', {}],
    ['query', { query: ' ' }],
    ['query', { query: 7 }],
    ['query', { query: 'longer' }],
    ['limit', { query: 'x', limit: 0 }],
    ['limit', { query: 'x', limit: 10 }],
    ['limit', { query: 'x', limit: 1.5 }],
    ['limit', { query: 'x', limit: '3' }],
    ['limit', { query: 'x', limit: null }],
    ['regex', { query: 'x', regex: 1 }],
    ['querry', { query: 'x', querry: 'y' }],
    ['constructor', { query: 'x', constructor: 1 }],
    ['__proto__', JSON.parse('{"query":"x","__proto__":1}') as unknown],
  ])('refuses %s by name', (name, input) => {
    const answer = schema.validate(input)
    expect('issues' in answer && answer.issues.map(({ path }) => path)).toEqual([[name]])
  })

  it.each([undefined, null, 'x', []])('refuses %j, which is no object', (input) => {
    expect(schema.validate(input)).toMatchObject({ issues: [{}] })
  })
})
