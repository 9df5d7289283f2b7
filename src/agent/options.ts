import { nanoUsdOf } from '../budget/price.ts'
import { invalidArgument, invalidOption, show } from '../kernel/error.ts'
import { checkOptionNames, checkWhole } from '../kernel/options.ts'
import type { ModelSpec } from '../model/model.ts'
import { mergeLimits, type UsageLimits } from './limits.ts'
import { jsonSchemaOf, type Schema } from './schema.ts'
import type { AgentRequest } from './session.ts'
import { checkTool, type Tool } from './tool.ts'

/** What `ctx.agent()` may be given. */
export interface AgentOptions<T = string> {
  readonly model?: ModelSpec
  readonly system?: string
  /** Tools, or names of tools that the engine knows. */
  readonly tools?: readonly (Tool | string)[]
  /** The final answer is JSON that fits this schema. */
  readonly output?: Schema<T>
  /** How often an answer that does not fit is asked for again; default 2. */
  readonly maxRepairs?: number
  readonly limits?: UsageLimits
  /** For people and cost reports; default `agent`. */
  readonly label?: string
  /** The most that this agent may spend; default what the run has left. */
  readonly budgetUsd?: number
  readonly maxOutputTokens?: number
}

const known = [
  'model',
  'system',
  'tools',
  'output',
  'maxRepairs',
  'limits',
  'label',
  'budgetUsd',
  'maxOutputTokens',
]
const later = ['findings', 'permissions', 'rules', 'stream', 'window']

/**
 * Parses the options of an agent into its request, less the prompt.
 *
 * Pure.
 *
 * @param options What the workflow gave.
 * @param registry The tools that may be named.
 * @throws {AssayError} `invalid-option` or `invalid-argument` naming the option.
 */
export function parseAgentOptions<T>(
  options: AgentOptions<T> = {},
  registry: { readonly tools: Readonly<Record<string, Tool>> },
): Omit<AgentRequest<T>, 'prompt'> {
  checkOptionNames(options, { known, later })
  checkValues(options)
  const { tools, label = 'agent', ...rest } = options
  const found = tools?.map((each, at) =>
    typeof each === 'string' ? named(each, registry.tools) : checkTool(`tools[${at}]`, each),
  )
  return { ...rest, role: 'default', label, ...(found !== undefined && { tools: found }) }
}

function checkValues(options: AgentOptions<unknown>): void {
  const { tools, output, maxRepairs, limits, budgetUsd, maxOutputTokens } = options
  for (const field of ['system', 'label'] as const) {
    const text: unknown = options[field]
    if (text !== undefined && typeof text !== 'string') throw invalidArgument(field, text, 'a text')
  }
  if (tools !== undefined && !Array.isArray(tools))
    throw invalidArgument('tools', tools, 'an array')
  if (output !== undefined) jsonSchemaOf(output, 'output')
  if (maxRepairs !== undefined) checkWhole('maxRepairs', maxRepairs, 0)
  if (maxRepairs !== undefined && output === undefined) {
    throw invalidOption('maxRepairs', 'cannot act without "output"')
  }
  if (maxOutputTokens !== undefined) checkWhole('maxOutputTokens', maxOutputTokens, 1)
  if (budgetUsd !== undefined) nanoUsdOf('budgetUsd', budgetUsd)
  mergeLimits(limits)
}

function named(name: string, tools: Readonly<Record<string, Tool>>): Tool {
  const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
  if (tool !== undefined) return tool
  const known = Object.keys(tools).sort().join(', ') || 'none'
  throw invalidArgument(
    'tools',
    name,
    `a tool or the name of one (known: ${known}); ${show(name)} is neither`,
  )
}
