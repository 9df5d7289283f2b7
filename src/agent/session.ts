import type { LanguageModelV4FunctionTool } from '@ai-sdk/provider'
import { Account } from '../budget/account.ts'
import { type ModelPrice, nanoUsdOf, type Pricing, usdOf } from '../budget/price.ts'
import type { StepTelemetry } from '../journal/entry.ts'
import { addUsage, noUsage, type Usage } from '../journal/usage.ts'
import { AssayError, invalidArgument } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import type { ModelSpec, Role } from '../model/model.ts'
import type { Permits } from '../model/permits.ts'
import type { ModelRouter, RoutedModel } from '../model/route.ts'
import type { Paid } from '../run/dispatched.ts'
import type { Driver } from '../run/driver.ts'
import type { Performed } from '../run/effect.ts'
import type { CallRecord } from './call-record.ts'
import type { ControlTool } from './control-tool.ts'
import { Conversation } from './conversation.ts'
import { type Limits, mergeLimits, type UsageLimits } from './limits.ts'
import type { AgentResult, AgentStatus } from './result.ts'
import { jsonSchemaOf, type Schema } from './schema.ts'
import type { Tool } from './tool.ts'
import type { Turn } from './turn.ts'

/** What agents need from the run and the engine that they work in. */
export interface AgentEnvironment {
  readonly driver: Driver
  readonly router: ModelRouter
  readonly permits: Permits
  /** Prices by `provider:modelId`. */
  readonly pricing: Pricing
  readonly limits: UsageLimits
  readonly minOutputTokens: number
  /** Whether a model without a price is refused. */
  readonly refusesUnpriced: boolean
  /** What becomes of a paid call that a crash left without a result. */
  readonly onAmbiguous: 'retry' | 'fail'
}

/** One agent: what it is asked, and with what it works. */
export interface AgentRequest<T = string> {
  readonly prompt: string
  readonly role: Role
  readonly label: string
  readonly system?: string
  readonly model?: ModelSpec
  readonly tools?: readonly Tool[]
  /** Tools of the library's own that steer the run; answered in this process on every replay. */
  readonly controls?: readonly ControlTool[]
  /** With controls: a reply without a tool call is no answer. */
  readonly endsByControl?: boolean
  readonly output?: Schema<T>
  readonly maxRepairs?: number
  readonly limits?: UsageLimits
  readonly maxOutputTokens?: number
  readonly budgetUsd?: number
  /** The account that encloses the agent's own; default: the run's. */
  readonly account?: Account
  /** Ends this agent alone, as `cancelled`. */
  readonly signal?: AbortSignal
}

const defaultMaxOutputTokens = 8192

/** The state of one agent while it goes on. */
export class Session<T> {
  readonly environment: AgentEnvironment
  readonly request: AgentRequest<T>
  readonly limits: Limits
  readonly conversation: Conversation
  readonly tools: ReadonlyMap<string, Tool>
  readonly controls: ReadonlyMap<string, ControlTool>
  readonly signal: AbortSignal
  readonly account: Account
  readonly #routed: RoutedModel
  readonly #shown: readonly LanguageModelV4FunctionTool[]
  readonly #outputSchema: Json | undefined
  #agentSeq: number | undefined
  #usage: Usage = noUsage
  #costNanoUsd: number | 'unknown' = 0
  readonly calls: CallRecord[] = []
  turns = 0
  toolCalls = 0
  text = ''

  constructor(environment: AgentEnvironment, request: AgentRequest<T>) {
    if (typeof request.prompt !== 'string' || request.prompt.trim() === '') {
      throw invalidArgument('prompt', request.prompt, 'a text')
    }
    this.environment = environment
    this.request = request
    this.limits = mergeLimits(request.limits, environment.limits)
    this.#routed = environment.router.route(request.model, request.role)
    this.tools = byName(request.tools ?? [], 'tools')
    this.controls = byName(request.controls ?? [], 'controls')
    this.#shown = [...this.tools.values(), ...this.controls.values()].map(shownTool)
    this.#outputSchema = request.output && jsonSchemaOf(request.output, 'output')
    this.account = accountOf(request, environment.driver)
    this.signal = request.signal ?? environment.driver.signal
    this.conversation = this.#begin()
  }

  /** The next model turn. */
  turn(): Turn {
    const { environment, request, limits, conversation, account, signal } = this
    const asked = request.maxOutputTokens ?? this.#routed.maxOutputTokens ?? defaultMaxOutputTokens
    const schema = this.#outputSchema
    const price = priceOf(environment, this.#routed)
    return {
      driver: environment.driver,
      permits: environment.permits,
      routed: this.#routed,
      ...(price !== undefined && { price }),
      refuseUnpriced: () => refuseUnpriced(environment, this.#routed),
      conversation,
      tools: this.#shown,
      account,
      maxOutputTokens: Math.min(asked, limits.maxOutputTokensPerTurn ?? asked),
      minOutputTokens: environment.minOutputTokens,
      whenAmbiguous: environment.onAmbiguous === 'retry' ? 'again' : 'leave',
      signal,
      label: request.label,
      telemetry: { ...this.telemetry, role: request.role, turn: this.turns + 1 },
      ...(schema !== undefined && { responseFormat: { type: 'json', schema: schema as object } }),
    }
  }

  /** What every step of this agent says of itself. */
  get telemetry(): StepTelemetry {
    return this.#agentSeq === undefined ? {} : { agent: this.#agentSeq }
  }

  /** Counts a turn that was answered. */
  count(performed: Extract<Performed, { outcome: 'done' }>): void {
    this.turns += 1
    this.#agentSeq ??= performed.seq
    this.pay(performed)
  }

  /** Counts what a turn used and cost, answered or not; what was turned down costs nothing. */
  pay({ usage, cost }: Paid): void {
    if (cost === 0 && usage === undefined) return
    this.#usage = addUsage(this.#usage, usage ?? { ...noUsage, unknown: 1 })
    this.#costNanoUsd =
      typeof cost === 'number' && this.#costNanoUsd !== 'unknown'
        ? this.#costNanoUsd + cost
        : 'unknown'
  }

  /** The agent's result, with what it has used so far. */
  result(status: AgentStatus, rest: Partial<AgentResult<T>> = {}): AgentResult<T> {
    const costUsd = this.#costNanoUsd === 'unknown' ? 'unknown' : usdOf(this.#costNanoUsd)
    return { status, text: this.text, usage: this.#usage, costUsd, turns: this.turns, ...rest }
  }

  #begin(): Conversation {
    const { request } = this
    const shown = Buffer.byteLength(JSON.stringify([this.#shown, this.#outputSchema ?? null]))
    const conversation = new Conversation(['agent', identityOf(this.#routed, request)], shown)
    if (request.system !== undefined) conversation.addSystem(request.system)
    conversation.addUser(request.prompt)
    return conversation
  }
}

/** Hash of all that an agent's first turn depends on. Pure. */
export function agentKey(environment: AgentEnvironment, request: AgentRequest<unknown>): string {
  const routed = environment.router.route(request.model, request.role)
  return hashOf([identityOf(routed, request), request.system ?? null, request.prompt])
}

function identityOf(routed: RoutedModel, request: AgentRequest<unknown>): Json {
  return {
    model: routed.name,
    effort: routed.effort ?? null,
    tools: toolsetHash([...(request.tools ?? []), ...(request.controls ?? [])]),
    output: request.output === undefined ? null : jsonSchemaOf(request.output, 'output'),
  }
}

/**
 * Refuses a model without a price where a budget needs one. Asked before a call is dispatched and
 * never of a recorded one, so that a change of the price table takes nothing away from a replay.
 *
 * @throws {AssayError} `model-unpriced`.
 */
export function refuseUnpriced(environment: AgentEnvironment, routed: RoutedModel): void {
  if (!environment.refusesUnpriced || priceOf(environment, routed) !== undefined) return
  throw new AssayError(
    'model-unpriced',
    `A budget is set and "${routed.name}" has no price: add it to "pricing" or set onUnpriced: "allow"`,
    { model: routed.name },
  )
}

function priceOf(
  { pricing }: AgentEnvironment,
  { priceNames }: RoutedModel,
): ModelPrice | undefined {
  const name = priceNames.find((each) => Object.hasOwn(pricing, each))
  return name === undefined ? undefined : pricing[name]
}

function accountOf(request: AgentRequest<unknown>, driver: Driver): Account {
  const parent = request.account ?? driver.account
  if (request.budgetUsd === undefined) return parent
  return new Account(nanoUsdOf('budgetUsd', request.budgetUsd), parent)
}

function byName<Each extends { readonly name: string }>(
  tools: readonly Each[],
  option: string,
): ReadonlyMap<string, Each> {
  const named = new Map<string, Each>()
  for (const each of tools) {
    if (named.has(each.name)) throw invalidArgument(option, each.name, 'unique by name')
    named.set(each.name, each)
  }
  return named
}

function shownTool(tool: Tool | ControlTool): LanguageModelV4FunctionTool {
  const { name, description, jsonSchema } = tool
  return { type: 'function', name, description, inputSchema: jsonSchema as object }
}

function toolsetHash(tools: readonly (Tool | ControlTool)[]): string {
  const sorted = [...tools].sort((one, other) => (one.name < other.name ? -1 : 1))
  return hashOf(
    sorted.map((each) => [
      each.name,
      each.description,
      each.jsonSchema,
      'version' in each ? (each.version ?? null) : null,
    ]),
  )
}
