import { appendFileSync } from 'node:fs'
import { type AnyWorkflow, type Context, defineWorkflow, type Workflow } from '../../src/index.ts'

function noted(ctx: Context, log: string, name: string): Promise<string> {
  return ctx.step(name, async () => {
    appendFileSync(log, `${name}\n`)
    return name
  })
}

/** Three steps, one after the other; each appends its name to a log. */
export function original(log: string): Workflow<undefined, readonly string[]> {
  return defineWorkflow({ name: 'w' }, async (ctx) => [
    await noted(ctx, log, 'a'),
    await noted(ctx, log, 'b'),
    await noted(ctx, log, 'c'),
  ])
}

/** The same steps in branches of their own, with a new one before them. */
export function edited(log: string): AnyWorkflow<readonly string[]> {
  return defineWorkflow({ name: 'w' }, (ctx) =>
    ctx.parallel(['x', 'c', 'a', 'b'].map((name) => () => noted(ctx, log, name))),
  )
}
