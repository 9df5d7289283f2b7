import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/create-engine.ts'
import { orchestrate } from '../../src/engine/orchestrate.ts'
import { defineWorkflow } from '../../src/engine/workflow.ts'
import { tool } from '../../src/agent/tool.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { refusalOf } from './refusal.ts'

const bad = (value: unknown): never => value as never
const body = async (): Promise<void> => undefined

describe('createEngine()', () => {
  it.each([
    [{ workflows: {} }, 'workflows'],
    [{ workflows: [5] }, 'workflows[0]'],
    [{ ids: {} }, 'ids.runId'],
    [{ ids: null }, 'ids'],
    [{ clock: { now: () => 1 } }, 'clock.sleep'],
    [{ store: { append: 5 } }, 'store.append'],
    [{ store: null }, 'store'],
    [{ tools: [] }, 'tools'],
    [{ tools: { look: 5 } }, 'tools.look'],
    [{ providers: 'openai' }, 'providers'],
    [{ providers: { own: null } }, 'providers.own'],
    [{ providers: { own: {} } }, 'providers.own'],
    [{ models: null }, 'models'],
    [{ pricing: null }, 'pricing'],
    [{ pricing: 'cheap' }, 'pricing'],
    [{ profiles: null }, 'profiles'],
    [{ profiles: [] }, 'profiles'],
    [{ profiles: { scout: null } }, 'profiles.scout'],
    [{ limits: null }, 'limits'],
  ])('refuses %j by name', async (options, name) => {
    const act = (): unknown => createEngine(bad({ store: memoryStore(), ...options }))
    expect(await refusalOf(act)).toBe(`invalid-argument ${name}`)
  })

  it('refuses an effort that no model knows', async () => {
    const models = { child: { model: 'embedded:reader', effort: bad('utmost') } }
    const act = (): unknown => createEngine({ store: memoryStore(), models })
    expect(await refusalOf(act)).toBe('invalid-option effort')
  })
})

describe('defineWorkflow()', () => {
  it.each([[5], [null], [{}], [{ jsonSchema: {} }], [{ '~standard': {} }]])(
    'refuses %j as the schema of its arguments',
    async (args) => {
      const act = (): unknown => defineWorkflow({ name: 'w', args: bad(args) }, body)
      expect(await refusalOf(act)).toBe('invalid-argument args')
    },
  )
})

describe('engine.run()', () => {
  const engine = createEngine({ store: memoryStore() })
  const cause = new Error('broken')

  it('refuses arguments whose schema throws, with its error as the cause', () => {
    const validate = (): never => {
      throw cause
    }
    const workflow = defineWorkflow({ name: 'w', args: { jsonSchema: {}, validate } }, body)
    expect(() => engine.run(workflow, bad(1))).toThrow(
      expect.objectContaining({ code: 'invalid-argument', cause }) as Error,
    )
  })

  it.each([[undefined], [5], [{}], [{ issues: 5 }]])(
    'refuses arguments whose schema answers %j',
    async (answer) => {
      const args = { jsonSchema: {}, validate: () => bad(answer) }
      const workflow = defineWorkflow({ name: 'w', args }, body)
      expect(await refusalOf(() => engine.run(workflow, bad(1)))).toBe('invalid-argument args')
    },
  )
})

describe('orchestrate()', () => {
  const engine = createEngine({ store: memoryStore() })
  const validators = [{ name: 'v', validate: () => ({ ok: true }) as const }]

  it.each([[5], [{}], ['nobody:x'], [{ model: null }]])('throws for the model %j', (model) => {
    expect(() => orchestrate(engine, 'goal', { model: bad(model) })).toThrow(
      expect.objectContaining({ code: 'model-unknown' }) as Error,
    )
  })

  it('throws for a flag that is neither true nor false', async () => {
    const finishValidation = { validators, retainRejectedCandidates: bad('yes') }
    const name = 'finishValidation.retainRejectedCandidates'
    expect(await refusalOf(() => orchestrate(engine, 'goal', { finishValidation }))).toBe(
      `invalid-option ${name}`,
    )
  })
})

describe('ctx.log()', () => {
  it.each([
    [['loud', 'x'], 'invalid-option level'],
    [[undefined, 'x'], 'invalid-option level'],
    [['info', 5], 'invalid-argument message'],
  ])('refuses %j', async (given, refusal) => {
    const [level, message] = given
    const engine = createEngine({ store: memoryStore() })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) =>
      refusalOf(() => ctx.log(bad(level), bad(message))),
    )
    const outcome = await engine.run(workflow, null).result
    expect(outcome).toMatchObject({ value: refusal })
  })
})

describe('tool()', () => {
  it('refuses a version that is no string', async () => {
    const input = { jsonSchema: {}, validate: (value: unknown) => ({ value }) }
    const options = { name: 'look', description: 'Looks.', input, version: bad(5), execute: body }
    expect(await refusalOf(() => tool(options))).toBe('invalid-argument look.version')
  })
})

describe('engine', () => {
  const engine = createEngine({ store: memoryStore() })
  const runId = 'r'.repeat(5_000_000)

  it.each([
    ['inspect()', () => engine.inspect(runId)],
    ['resume()', () => engine.resume(runId).result],
  ])('quotes no more than the start of an id in %s', async (_, act) => {
    const error: unknown = await Promise.resolve(act()).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code: 'run-unknown', data: { runId } })
    expect((error as Error).message.length).toBeLessThan(200)
  })
})
