import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/engine/create-engine.ts'
import type { RunOptions } from '../../src/engine/engine.ts'
import { defineWorkflow } from '../../src/engine/workflow.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { type Reply, scriptedModel } from '../../src/testing/scripted-model.ts'

const price = { inputUsdPerMTok: 1, outputUsdPerMTok: 1 }
const pricing = { 'scripted:script': price }

describe('a step', () => {
  it('that throws undefined failed, and replays as failed', async () => {
    const engine = createEngine({ store: memoryStore() })
    const workflow = defineWorkflow({ name: 'w' }, async (ctx) =>
      ctx
        .step('s', () => Promise.reject(undefined))
        .then(
          () => 'done',
          () => 'failed',
        ),
    )
    const first = await engine.run(workflow, null, { runId: 'r' }).result
    const again = await engine.resume('r', workflow).result
    expect([first.value, again.value]).toEqual(['failed', 'failed'])
  })
})

describe('usage that no provider can mean', () => {
  it('counts as not reported, and leaves a journal that can be read', async () => {
    const usage = { inputTokens: 1e300, outputTokens: 1 }
    const { engine, outcome } = await runAgent(() => ({ text: 'ok', usage }))
    expect(outcome).toMatchObject({ status: 'ok', value: 'unknown', cost: { unknown: 1 } })
    expect(await engine.inspect('r')).toMatchObject({ status: 'ok', costUsd: 'unknown' })
  })
})

describe('AgentResult.costUsd', () => {
  it('is unknown when a turn broke off, whatever the turns before it cost', async () => {
    const { outcome } = await runAgent(({ turn }) =>
      turn === 1
        ? { toolCalls: [{ name: 'none', input: {} }], usage: { inputTokens: 1, outputTokens: 1 } }
        : { error: new Error('cut') },
    )
    expect(outcome).toMatchObject({ value: 'unknown', cost: { unknown: 1 } })
  })

  it('is 0 for a request that was turned down', async () => {
    const error = Object.assign(new Error('no'), { statusCode: 400 })
    const { outcome } = await runAgent(() => ({ error }))
    expect(outcome).toMatchObject({ value: 0, cost: { unknown: 0 } })
  })
})

describe('run() and cancel()', () => {
  it('refuse what cannot act by name, before anything is written', async () => {
    const engine = createEngine({ store: memoryStore() })
    const workflow = defineWorkflow({ name: 'w' }, () => Promise.resolve(1))
    const bad: readonly [object, string][] = [
      [{ signal: 'nope' }, 'signal'],
      [{ source: { module: Number.NaN, exportName: 'a' } }, 'source.module'],
      [{ source: { module: 'a' } }, 'source.exportName'],
    ]
    for (const [options, name] of bad) {
      const run = (): unknown => engine.run(workflow, null, options as RunOptions)
      expect(run).toThrow(expect.objectContaining({ code: 'invalid-argument' }))
      expect(run).toThrow(`"${name}"`)
    }
    expect(await Array.fromAsync(engine.runs())).toEqual([])

    const handle = engine.run(workflow, null, { runId: 'r' })
    await expect(handle.cancel(Number.NaN as never)).rejects.toThrow('"reason"')
    expect(await handle.result).toMatchObject({ status: 'ok' })
    expect(await engine.inspect('r')).toMatchObject({ status: 'ok' })
  })
})

async function runAgent(script: (call: { readonly turn: number }) => Reply) {
  const engine = createEngine({
    store: memoryStore(),
    models: { default: scriptedModel(script) },
    pricing,
  })
  const workflow = defineWorkflow({ name: 'w' }, async (ctx) => (await ctx.agent('q')).costUsd)
  const outcome = await engine.run(workflow, null, { runId: 'r' }).result
  return { engine, outcome }
}
