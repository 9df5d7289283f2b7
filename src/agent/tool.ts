import { invalidArgument } from '../kernel/error.ts'
import type { Json } from '../kernel/json.ts'
import { checkFunction, checkOptionNames, checkString, checkWhole } from '../kernel/options.ts'
import { jsonSchemaOf, type Schema } from './schema.ts'

/**
 * What running a tool twice would mean: `read` changes nothing, `idempotent` changes nothing the
 * second time, `once` must not be repeated.
 */
export type ToolEffect = 'read' | 'idempotent' | 'once'

/** What a tool is given beside its input. */
export interface ToolContext {
  /** Aborted when the tool's time is up or the run is cancelled. */
  readonly signal: AbortSignal
  /** The same for every attempt at this call, in this process and later ones. */
  readonly idempotencyKey: string
  log(message: string, data?: Json): void
}

/** What `tool()` is given. */
export interface ToolOptions<Input> {
  /** 1 to 64 letters, digits, `_` or `-`. */
  readonly name: string
  readonly description: string
  readonly input: Schema<Input>
  /** Default `once`: what is not known to be repeatable is not repeated. */
  readonly effect?: ToolEffect
  /** Default 120,000. */
  readonly timeoutMs?: number
  /** How many characters of a result the model is shown; default 50,000. */
  readonly maxResultChars?: number
  /** Part of the tool's identity: change it when the same input means something else. */
  readonly version?: string
  execute(input: Input, context: ToolContext): unknown
}

/** A tool that an agent may call. */
export interface Tool {
  readonly name: string
  readonly description: string
  readonly jsonSchema: Json
  readonly input: Schema<unknown>
  readonly effect: ToolEffect
  readonly timeoutMs: number
  readonly maxResultChars: number
  readonly version?: string
  execute(input: unknown, context: ToolContext): unknown
}

/**
 * Refuses a value that `tool()` has not made. Pure.
 *
 * @throws {AssayError} `invalid-argument` naming it.
 */
export function checkTool(name: string, value: unknown): Tool {
  if (typeof value === 'object' && value !== null && 'execute' in value && 'jsonSchema' in value) {
    return value as Tool
  }
  throw invalidArgument(name, value, 'made by tool()')
}

const known = [
  'name',
  'description',
  'input',
  'effect',
  'timeoutMs',
  'maxResultChars',
  'version',
  'execute',
]

/**
 * Makes a tool that agents may call. Each call is a step of its own in the journal.
 *
 * At least once for `read` and `idempotent` tools, which a crash may run again with the same
 * idempotency key; a `once` tool that a crash cut off is never run again, and its outcome is
 * `unknown` to the agent.
 *
 * @param options Name, description, input schema and code.
 * @returns The tool, to be put into `tools` of an agent or a profile.
 * @throws {AssayError} `invalid-argument` or `invalid-option`, naming what is missing, out of range
 * or not known.
 *
 * @example
 * ```ts
 * const lookUp = tool({
 *   name: 'look_up',
 *   description: 'Finds a customer by number.',
 *   input: {
 *     jsonSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
 *     validate: (value) => ({ value: value as { id: string } }),
 *   },
 *   effect: 'read',
 *   execute: ({ id }) => `customer ${id}`,
 * })
 * lookUp.name // => 'look_up'
 * ```
 */
export function tool<Input>(options: ToolOptions<Input>): Tool {
  checkOptionNames(options, { known })
  const { name, description, input, effect = 'once', version } = options
  const { timeoutMs = 120_000, maxResultChars = 50_000 } = options
  if (typeof name !== 'string' || !/^[\w-]{1,64}$/.test(name)) {
    throw invalidArgument('name', name, '1 to 64 letters, digits, "_" or "-"')
  }
  const of = (field: string): string => `${name}.${field}`
  if (typeof description !== 'string' || description.trim() === '') {
    throw invalidArgument(of('description'), description, 'a text')
  }
  if (!['read', 'idempotent', 'once'].includes(effect)) {
    throw invalidArgument(of('effect'), effect, '"read", "idempotent" or "once"')
  }
  checkWhole(of('timeoutMs'), timeoutMs, 1)
  checkWhole(of('maxResultChars'), maxResultChars, 1)
  if (version !== undefined) checkString(of('version'), version)
  checkFunction(of('execute'), options.execute)
  return {
    name,
    description,
    jsonSchema: jsonSchemaOf(input, of('input')),
    input,
    effect,
    timeoutMs,
    maxResultChars,
    ...(version !== undefined && { version }),
    execute: (value, context) => options.execute(value as Input, context),
  }
}
