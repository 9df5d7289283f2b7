import { checkSchema, type Schema } from '../agent/schema.ts'
import { invalidArgument } from '../kernel/error.ts'
import type { Context } from './context.ts'

/** What a workflow's code is: an ordinary async function that runs again on every resume. */
export type WorkflowBody<Args, T> = (context: Context, args: Args) => Promise<T>

/** A named workflow. */
export interface Workflow<Args = unknown, T = unknown> {
  readonly name: string
  readonly args?: Schema<Args>
  readonly body: WorkflowBody<Args, T>
}

/** A workflow whose arguments are known to its own code alone. */
export interface AnyWorkflow<T = unknown> {
  readonly name: string
  readonly args?: Schema<unknown>
  readonly body: WorkflowBody<never, T>
}

/**
 * Names a workflow, so that its runs can be resumed by other processes.
 *
 * Pure.
 *
 * @param options Its name, and a schema that arguments must fit.
 * @param body Its code. It must go the same way again for the same arguments and results: time and
 * chance come from `ctx.now()`, `ctx.random()` and `ctx.uuid()`.
 * @returns The workflow, for `engine.run()` and `engine.resume()`.
 * @throws {AssayError} `invalid-argument` for a missing name or body, or arguments that are no schema.
 *
 * @example
 * ```ts
 * const greet = defineWorkflow({ name: 'greet' }, async (ctx, name: string) => {
 *   return ctx.step('greet', async () => `Hello, ${name}`, { deps: name })
 * })
 * greet.name // => 'greet'
 * ```
 */
export function defineWorkflow<Args, T>(
  options: { readonly name: string; readonly args?: Schema<Args> },
  body: WorkflowBody<Args, T>,
): Workflow<Args, T> {
  if (typeof options?.name !== 'string' || options.name === '') {
    throw invalidArgument('name', options?.name, 'a text')
  }
  if (options.args !== undefined) checkSchema('args', options.args)
  if (typeof body !== 'function') throw invalidArgument('body', body, 'a function')
  return { ...options, body }
}
