import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'

/** Any AI SDK model object; V2 and V3 objects are called the same way. */
export type Model = LanguageModelV4

/** The messages of a request. */
export type Prompt = LanguageModelV4Prompt

/** One request to a model. */
export type ModelRequest = Pick<
  LanguageModelV4CallOptions,
  'prompt' | 'tools' | 'maxOutputTokens' | 'responseFormat' | 'reasoning' | 'providerOptions'
>

/** Which model answers, by name (`provider:modelId`) or as an object, and how. */
export type ModelSpec =
  | string
  | Model
  | {
      readonly model: string | Model
      readonly effort?: 'low' | 'medium' | 'high'
      readonly maxOutputTokens?: number
    }

/** What a model is asked to do in a run; models are routed by it. */
export type Role = 'coordinator' | 'child' | 'synthesize' | 'judge' | 'default'

/** Where models are looked up by the part of their name before the first colon. */
export type Providers = Readonly<Record<string, ModelProvider>>

/** An AI SDK provider: an object that knows its models, or a function that makes one. */
export type ModelProvider = { languageModel(modelId: string): Model } | ((modelId: string) => Model)
