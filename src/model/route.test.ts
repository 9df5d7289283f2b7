import { describe, expect, it } from 'vitest'
import { scriptedModel } from '../testing/scripted-model.ts'
import type { Model, Providers } from './model.ts'
import { modelRouter } from './route.ts'

const model = scriptedModel(() => ({ text: 'hi' }))

function named(modelId: string): Model {
  return { ...model, modelId }
}

const providers: Providers = {
  fn: named,
  object: {
    languageModel: (id) => {
      if (id === 'none') throw new Error('no such model')
      return named(id)
    },
  },
}

describe('modelRouter()', () => {
  it('takes what the call asks for, then the model of its role, then the default', () => {
    const router = modelRouter({ providers, models: { judge: 'fn:j', default: 'fn:d' } })
    expect(router.route('object:x', 'judge').name).toBe('object:x')
    expect(router.route(undefined, 'judge').name).toBe('fn:j')
    expect(router.route(undefined, 'child').name).toBe('fn:d')
  })

  it('splits a name at its first colon', () => {
    const router = modelRouter({ providers, models: {} })
    expect(router.route('fn:org/x:free', 'child').model.modelId).toBe('org/x:free')
  })

  it('finds the price of a model object under its own name too', () => {
    const router = modelRouter({ providers, models: {} })
    expect(router.route(model, 'child').priceNames).toContain('scripted:script')
    expect(router.route('fn:x', 'child').priceNames).toEqual(['fn:x', 'scripted:x'])
  })

  it('keeps effort and output tokens of a spec', () => {
    const router = modelRouter({ providers, models: {} })
    const spec = { model: 'fn:x', effort: 'low', maxOutputTokens: 9 } as const
    expect(router.route(spec, 'child')).toMatchObject({ effort: 'low', maxOutputTokens: 9 })
    expect(() => router.route({ ...spec, maxOutputTokens: 0.5 }, 'child')).toThrow(
      '"maxOutputTokens"',
    )
  })

  it.each(['nocolon', ':x', 'toString:x', '__proto__:x', 'object:none', 7, null, {}])(
    'refuses %j as unknown',
    (spec) => {
      const router = modelRouter({ providers, models: {} })
      expect(() => router.route(spec as never, 'child')).toThrow(
        expect.objectContaining({ code: 'model-unknown' }),
      )
    },
  )

  it.each(['toString:x', 'gone:x'])('names the providers that it knows for %s', (spec) => {
    const router = modelRouter({ providers, models: {} })
    expect(() => router.route(spec, 'child')).toThrow('with a provider of: fn, object')
  })

  it('looks every model of an engine up at once', () => {
    expect(() => modelRouter({ providers, models: { judge: 'gone:x' } })).toThrow('"gone:x"')
  })
})
