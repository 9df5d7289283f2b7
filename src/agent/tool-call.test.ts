import { describe, expect, it } from 'vitest'
import { answered, answeredError, readInput, type ToolCall } from './tool-call.ts'

function call(input: string): ToolCall {
  return { type: 'tool-call', toolCallId: 't1', toolName: 'grep', input }
}

describe('readInput()', () => {
  it('reads arguments, and takes none as an empty object', () => {
    expect(readInput(call('{"a":[1]}'))).toEqual({ ok: true, value: { a: [1] } })
    expect(readInput(call(' '))).toEqual({ ok: true, value: {} })
  })

  it.each(['{', 'grep it', '{"a":1e999}', '['.repeat(5000) + ']'.repeat(5000)])(
    'refuses %.10s',
    (input) => {
      expect(readInput(call(input))).toEqual({
        ok: false,
        reason: 'the arguments are not valid JSON',
      })
    },
  )
})

describe('answered()', () => {
  it('answers with text as text and with anything else as JSON', () => {
    const whose = { toolCallId: 't1', toolName: 'grep' }
    expect(answered(call(''), 'x')).toEqual({ ...whose, output: { type: 'text', value: 'x' } })
    expect(answered(call(''), null)).toEqual({ ...whose, output: { type: 'json', value: null } })
    expect(answeredError(call(''), 'x').output).toEqual({ type: 'error-text', value: 'x' })
    expect(answeredError(call(''), { code: 'c' }).output).toEqual({
      type: 'error-json',
      value: { code: 'c' },
    })
  })
})
