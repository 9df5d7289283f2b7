import { type AnyWorkflow, type Context, defineWorkflow } from '../../src/index.ts'
import { nextTurn } from '../../src/kernel/clock.ts'

/** What the workflows of these tests reach the outside with. */
export interface Outside {
  /** Notes a call before it is answered. */
  call(label: string): void
  /** Resolves when whoever watches lets the workflow go on. */
  gate(): Promise<void>
}

/** Branches of the fan-out. */
export const width = 16

const step = (ctx: Context, { call }: Outside, name: string): Promise<string> =>
  ctx.step(name, async () => {
    call(name)
    for (let turn = 0; turn < name.length; turn += 1) await nextTurn()
    return name
  })

/** One step, one that waits at the gate, and one after it. */
export function held(outside: Outside): AnyWorkflow {
  return defineWorkflow({ name: 'held' }, async (ctx) => {
    const before = await step(ctx, outside, 'before')
    await ctx.step('gate', async () => {
      outside.call('gate')
      await outside.gate()
    })
    return [before, await step(ctx, outside, 'after')]
  })
}

/** Branches at once, each of two steps and a call of a model between them. */
export function fan(outside: Outside): AnyWorkflow {
  return defineWorkflow({ name: 'fan' }, async (ctx) =>
    ctx.parallel(
      Array.from({ length: width }, (_, at) => async () => {
        const first = await step(ctx, outside, `first ${at}`)
        const { text } = await ctx.agent(`ask ${at}`)
        return [first, text, await step(ctx, outside, `last ${at}`)]
      }),
    ),
  )
}

/** Short transactions without a pause, until the gate opens. */
export function busy({ call, gate }: Outside): AnyWorkflow {
  return defineWorkflow({ name: 'busy' }, async (ctx) => {
    let goesOn = true
    void gate().then(() => (goesOn = false))
    call('busy')
    let rounds = 0
    for (; goesOn; rounds += 1) {
      const at = rounds
      await Promise.all(Array.from({ length: 64 }, (_, n) => ctx.step(`${at} ${n}`, async () => n)))
    }
    return rounds
  })
}

/** One call of a model. */
export function paid(): AnyWorkflow {
  return defineWorkflow({ name: 'paid' }, async (ctx) => (await ctx.agent('ask')).status)
}
