import { describe, expect, it } from 'vitest'
import { readOutput } from './output.ts'
import { repairPrompt } from './prompts/agent.ts'
import type { Schema } from './schema.ts'

const count: Schema<{ n: number }> = {
  jsonSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] },
  validate(value) {
    const { n } = (value ?? {}) as { n?: unknown }
    return typeof n === 'number'
      ? { value: { n } }
      : { issues: [{ message: 'must be a number', path: ['n'] }] }
  },
}

describe('readOutput()', () => {
  it.each(['{"n":1}', ' {"n":1}\n', '```json\n{"n":1}\n```', '```\n{"n":1}\n```\n'])(
    'reads %j',
    async (text) => {
      expect(await readOutput(count, text)).toEqual({ ok: true, value: { n: 1 } })
    },
  )

  it.each(['', 'n is 1', '{"n":1', '{"n":1e999}'])('takes %j as no JSON', async (text) => {
    const issues = ['the answer is not valid JSON']
    expect(await readOutput(count, text)).toEqual({ ok: false, issues })
  })

  it('keeps what does not fit as a partial, with the reasons', async () => {
    expect(await readOutput(count, '{"n":"1","more":[2]}')).toEqual({
      ok: false,
      issues: ['n: must be a number'],
      partial: { n: '1', more: [2] },
    })
  })

  it('reads -0 as 0 instead of losing the answer', async () => {
    expect(await readOutput(count, '{"n":-0.0}')).toStrictEqual({ ok: true, value: { n: 0 } })
  })

  it('tells apart an answer of null from none', async () => {
    expect(await readOutput(count, 'null')).toMatchObject({ ok: false, partial: null })
  })
})

describe('repairPrompt()', () => {
  it('lists every issue', () => {
    expect(repairPrompt(['a: is missing', 'b: is odd'])).toContain('- a: is missing\n- b: is odd')
  })
})
