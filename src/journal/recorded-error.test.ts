import { describe, expect, it } from 'vitest'
import { AssayError } from '../kernel/error.ts'
import { recordError, reviveError } from './recorded-error.ts'

const unshown = 'something was thrown that cannot be shown'

const hostile = {
  get code(): string {
    throw new Error('no')
  },
  toString(): string {
    throw new Error('no')
  },
}

function thrownBy(act: () => never): unknown {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('recordError()', () => {
  it('keeps code, message and data of an AssayError', () => {
    const error = new AssayError('tool-timeout', 'slow', { tool: 't', timeoutMs: 5 })
    expect(recordError(error, 's')).toEqual({
      code: 'tool-timeout',
      message: 'slow',
      data: { tool: 't', timeoutMs: 5 },
    })
  })

  it('keeps the code of an error that is not ours, marked as foreign', () => {
    const error = Object.assign(new Error('gone'), { code: 'ENOENT', data: { path: 'a' } })
    expect(recordError(error, 's')).toEqual({
      code: 'ENOENT',
      message: 'gone',
      foreign: true,
      data: { path: 'a' },
    })
  })

  it('leaves out foreign data that JSON cannot carry', () => {
    const error = Object.assign(new Error('gone'), { code: 'E', data: new Map() })
    expect(recordError(error, 's')).toEqual({ code: 'E', message: 'gone', foreign: true })
  })

  it('is the same wherever an equal error was thrown, since it has no stack', () => {
    const one = thrownBy(() => {
      throw new TypeError('same')
    })
    const other = new TypeError('same')
    expect(recordError(one, 's')).toEqual(recordError(other, 's'))
    expect(JSON.stringify(recordError(one, 's'))).not.toContain('test.ts')
  })

  it.each([
    ['a text', 'plain', 'plain'],
    ['undefined', undefined, 'undefined'],
    ['an object without a prototype', Object.create(null), unshown],
    ['an object that throws when it is read', hostile, unshown],
    ['a message that is no text', Object.assign(new Error('x'), { message: 42 }), '42'],
  ])('keeps %s', (_name, thrown: unknown, message) => {
    expect(recordError(thrown, 's')).toEqual({
      code: 'step-failed',
      message,
      data: { step: 's' },
    })
  })
})

describe('reviveError()', () => {
  it.each([
    new AssayError('run-unknown', 'none', { runId: 'r' }),
    Object.assign(new Error('gone'), { code: 'ENOENT', data: [1] }),
    new Error('plain'),
  ])('revives %s to what records equally', (error) => {
    const recorded = recordError(error, 's')
    expect(recordError(reviveError(recorded), 'another step')).toEqual(recorded)
  })

  it('revives an error of the register as one that AssayError.is() knows', () => {
    const revived = reviveError({ code: 'run-unknown', message: 'm', data: { runId: 'r' } })
    expect(AssayError.is(revived, 'run-unknown')).toBe(true)
    expect(AssayError.is(reviveError({ code: 'EX', message: 'm', foreign: true }))).toBe(false)
  })
})
