import { AssayError, show } from '../kernel/error.ts'
import { checkChoice, checkWhole } from '../kernel/options.ts'
import type { Model, ModelProvider, ModelSpec, Providers, Role } from './model.ts'

/** A model that was found, with all that a call needs to know of it. */
export interface RoutedModel {
  /** `provider:modelId`: part of what a call depends on. */
  readonly name: string
  readonly model: Model
  readonly effort?: 'low' | 'medium' | 'high'
  readonly maxOutputTokens?: number
  /** The names under which its price may be found, the one that was asked for first. */
  readonly priceNames: readonly string[]
}

/** Finds models by role. */
export interface ModelRouter {
  /**
   * @param spec What the call or its profile asks for; without it the role's model, then `default`.
   * @throws {AssayError} `model-unknown` naming the model or its provider.
   */
  route(spec: ModelSpec | undefined, role: Role): RoutedModel
}

/** What `modelRouter()` is given. */
export interface RouterOptions {
  readonly providers: Providers
  readonly models: Partial<Readonly<Record<Role, ModelSpec>>>
}

/** Makes the router of an engine; every model that is named in `models` is looked up at once. Pure. */
export function modelRouter(options: RouterOptions): ModelRouter {
  const { models } = options
  const router: ModelRouter = {
    route: (spec, role) => routed(spec ?? models[role] ?? models.default, options),
  }
  for (const role of Object.keys(models)) router.route(undefined, role as Role)
  return router
}

function routed(spec: ModelSpec | undefined, options: RouterOptions): RoutedModel {
  const { model: wanted, effort, maxOutputTokens } = settingsOf(spec)
  const model = typeof wanted === 'string' ? lookUp(wanted, options) : wanted
  if (!isModel(model)) throw unknown(wanted, 'a model object or "provider:modelId" is needed')
  const own = `${model.provider}:${model.modelId}`
  const name = typeof wanted === 'string' ? wanted : own
  if (maxOutputTokens !== undefined) checkWhole('maxOutputTokens', maxOutputTokens, 1)
  if (effort !== undefined) checkChoice('effort', effort, ['low', 'medium', 'high'])
  return {
    name,
    model,
    ...(effort !== undefined && { effort }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    priceNames: [name, own],
  }
}

type Settings = Exclude<ModelSpec, string | Model>

function settingsOf(spec: ModelSpec | undefined): Partial<Settings> {
  if (typeof spec === 'object' && spec !== null && 'model' in spec) return spec
  return spec === undefined ? {} : { model: spec }
}

function lookUp(name: string, { providers }: RouterOptions): Model {
  const colon = name.indexOf(':')
  const provider = name.slice(0, Math.max(colon, 0))
  if (colon < 1 || !Object.hasOwn(providers, provider)) {
    const known = Object.keys(providers).sort().join(', ')
    throw unknown(name, `name it "provider:modelId" with a provider of: ${known}`)
  }
  return modelOf(providers[provider] as ModelProvider, name.slice(colon + 1), name)
}

function modelOf(provider: ModelProvider, modelId: string, name: string): Model {
  try {
    return typeof provider === 'function' ? provider(modelId) : provider.languageModel(modelId)
  } catch (cause) {
    throw new AssayError(
      'model-unknown',
      `There is no model ${show(name)}`,
      { model: name },
      { cause },
    )
  }
}

function isModel(model: unknown): model is Model {
  return (
    typeof model === 'object' &&
    model !== null &&
    'doStream' in model &&
    'doGenerate' in model &&
    'modelId' in model
  )
}

function unknown(wanted: unknown, help: string): AssayError {
  const model = typeof wanted === 'string' ? wanted : show(wanted)
  return new AssayError('model-unknown', `There is no model ${show(wanted)}: ${help}`, { model })
}
