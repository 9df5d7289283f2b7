import { statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createEngine, defineWorkflow, memoryStore, tool } from '../../src/index.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { type Call, scriptedModel } from '../../src/testing/index.ts'
import { entriesOf, equalPart } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const anything = { jsonSchema: {}, validate: (value: unknown) => ({ value }) }

describe('large values', () => {
  it('are kept once as a blob, however often they are recorded', async () => {
    const path = join(folder, 'large.db')
    const engine = createEngine({ store: sqliteStore({ path }) })
    const artefact = 'a line of the artefact\n'.repeat(230_000)
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) => {
      for (let at = 0; at < 50; at += 1) await ctx.step(`step ${at}`, async () => artefact)
      return 'done'
    })
    await engine.run(workflow, undefined, { runId: 'r' }).result
    const again = await engine.resume('r', workflow).result
    expect(again).toMatchObject({ value: 'done', replay: { hits: 50, misses: 0 } })
    await engine.close()
    expect(artefact.length).toBeGreaterThan(5e6)
    expect(statSync(path).size).toBeLessThan(10e6)
  })

  it('leave the journal of a long conversation linear', async () => {
    const store = memoryStore()
    const page = tool({
      name: 'page',
      description: 'p',
      effect: 'read',
      input: anything,
      execute: () => 'x'.repeat(5000),
    })
    const script = ({ turn }: Call): object =>
      turn <= 100 ? { toolCalls: [{ name: 'page', input: { turn } }] } : { text: 'done' }
    const engine = createEngine({
      store,
      models: { default: scriptedModel(script) },
      limits: { maxTurns: 200 },
    })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q', { tools: [page] }))
    await engine.run(workflow, undefined, { runId: 'r' }).result
    const entries = await entriesOf(store, 'r')
    const bytes = entries.map((entry) => JSON.stringify(entry).length)
    expect(entries).toHaveLength(2 + 2 * 201)
    expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(100 * 5000 + 402 * 600)
    expect(Math.max(...bytes.slice(-20, -1))).toBeLessThan(6000)
  })
})

describe('texts', () => {
  it('survive in arguments, step results, tool results and replies, whatever they are', async () => {
    const store = sqliteStore({ path: join(folder, 'texts.db') })
    const text = fc.string({ unit: 'binary', maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(text, fc.uuid(), async (drawn, runId) => {
        const odd = `${drawn}\n\u2028\0\ud800${drawn}\udc00`
        let served: unknown
        const echo = tool({
          name: 'echo',
          description: 'e',
          effect: 'read',
          input: anything,
          execute: () => odd,
        })
        const model = scriptedModel(({ turn, messages }) => {
          if (turn === 1) return { toolCalls: [{ name: 'echo', input: {} }] }
          served = messages.at(-1)?.content
          return { text: odd }
        })
        const engine = createEngine({ store, models: { default: model } })
        const workflow = defineWorkflow({ name: 'w' }, async (ctx, args: string) => [
          args,
          await ctx.step(odd, async () => ({ [odd]: odd })),
          (await ctx.agent(`q ${odd}`, { tools: [echo] })).text,
        ])
        const outcome = await engine.run(workflow, odd, { runId }).result
        expect(outcome.value).toEqual([odd, { [odd]: odd }, odd])
        expect(served).toMatchObject([{ output: { value: odd } }])
        const again = await engine.resume(runId, workflow).result
        expect(equalPart(again)).toEqual(equalPart(outcome))
        expect(model.calls).toHaveLength(2)
      }),
      { numRuns: 20 },
    )
    await store.close()
  })
})

describe('values that JSON cannot carry', () => {
  const bad = { at: [{ when: new Date(0) }] }

  it('are refused as arguments before anything is written', async () => {
    const store = memoryStore()
    const engine = createEngine({ store })
    const workflow = defineWorkflow({ name: 'w' }, async (_ctx, _args: unknown) => 1)
    expect(() => engine.run(workflow, bad, { runId: 'r' })).toThrow(
      '"args.at[0].when" cannot be kept in a journal: it is an instance of Date',
    )
    expect(await entriesOf(store, 'r')).toEqual([])
  })

  it.each([
    ['a step', 'step "s"', 's.at[0].when'],
    ['a workflow', 'result', 'result.at[0].when'],
  ])('are refused as the result of %s, by name and path', async (whose, _name, path) => {
    const engine = createEngine({ store: memoryStore() })
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) =>
      whose === 'a step' ? ctx.step('s', async () => bad) : bad,
    )
    expect(await engine.run(workflow, undefined).result).toMatchObject({
      status: 'error',
      error: { code: 'value-not-lossless', data: { path, found: 'an instance of Date' } },
    })
  })

  it('are told to the model as the failure of the tool that returned them', async () => {
    const store = memoryStore()
    const clock = tool({ name: 'clock', description: 'c', input: anything, execute: () => bad })
    let told = ''
    const model = scriptedModel(({ turn, messages }) => {
      told = JSON.stringify(messages.at(-1))
      return turn === 1 ? { toolCalls: [{ name: 'clock', input: {} }] } : { text: 'ok' }
    })
    const engine = createEngine({ store, models: { default: model } })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.agent('q', { tools: [clock] }))
    expect(await engine.run(workflow, undefined).result).toMatchObject({ value: { status: 'ok' } })
    expect(told).toContain('clock.at[0].when')
  })

  it('do not include an undefined result', async () => {
    const engine = createEngine({ store: memoryStore() })
    const workflow = defineWorkflow({ name: 'w' }, (ctx) => ctx.step('s', async () => undefined))
    const outcome = await engine.run(workflow, undefined, { runId: 'r' }).result
    expect(outcome).toMatchObject({ status: 'ok', replay: { misses: 1 } })
    expect(await engine.resume('r', workflow).result).toMatchObject({ replay: { hits: 1 } })
  })
})
