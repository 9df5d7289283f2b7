import { describe, expect, it } from 'vitest'
import { tool } from './tool.ts'

const good = {
  name: 'look_up',
  description: 'Looks up.',
  input: { jsonSchema: { type: 'object' }, validate: (value: unknown) => ({ value }) },
  execute: () => 'found',
}

describe('tool()', () => {
  it('takes what is not known to be repeatable as once, and fills in the defaults', () => {
    const { execute, input, ...made } = tool(good)
    expect(made).toEqual({
      name: 'look_up',
      description: 'Looks up.',
      jsonSchema: { type: 'object' },
      effect: 'once',
      timeoutMs: 120_000,
      maxResultChars: 50_000,
    })
    expect(execute({}, {} as never)).toBe('found')
    expect(input).toBe(good.input)
  })

  it.each([
    ['name', { name: '' }],
    ['name', { name: 'a b' }],
    ['name', { name: 'x'.repeat(65) }],
    ['name', { name: 5 }],
    ['look_up.description', { description: ' ' }],
    ['look_up.input', { input: undefined }],
    ['look_up.input', { input: null }],
    ['look_up.input', { input: 'text' }],
    ['look_up.input', { input: { '~standard': {} } }],
    ['look_up.effect', { effect: 'write' }],
    ['look_up.timeoutMs', { timeoutMs: 0 }],
    ['look_up.timeoutMs', { timeoutMs: Number.NaN }],
    ['look_up.maxResultChars', { maxResultChars: 1.5 }],
    ['look_up.execute', { execute: 'code' }],
    ['options', undefined],
  ])('refuses a bad %s', (name, change) => {
    const options = change === undefined ? undefined : { ...good, ...change }
    expect(() => tool(options as never)).toThrow(`"${name}" must be`)
  })

  it('refuses an option that it does not know', () => {
    expect(() => tool({ ...good, timeoutMS: 5 } as never)).toThrow('"timeoutMS" is not known')
  })
})
