import type { Usage } from '../journal/usage.ts'
import { invalidArgument } from '../kernel/error.ts'
import { checkOptionNames } from '../kernel/options.ts'

/** What a model costs, in US dollars a million tokens. Cache prices default to the input price. */
export interface ModelPrice {
  readonly inputUsdPerMTok: number
  readonly outputUsdPerMTok: number
  readonly cacheReadUsdPerMTok?: number
  readonly cacheWriteUsdPerMTok?: number
}

/** Prices by `provider:modelId`. */
export type Pricing = Readonly<Record<string, ModelPrice>>

/**
 * Refuses a price table with a price that is no number of dollars.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` naming the model and the field.
 */
export function checkPricing(pricing: Pricing): Pricing {
  for (const [model, price] of Object.entries(pricing)) {
    checkOptionNames(price, { known: priceFields, within: `pricing["${model}"].` })
    for (const field of priceFields) checkPrice(`pricing["${model}"].${field}`, price[field])
  }
  return pricing
}

function checkPrice(name: string, usd: unknown): void {
  if (usd === undefined && name.includes('.cache')) return
  if (typeof usd === 'number' && usd >= 0 && usd <= mostUsdPerMTok) return
  throw invalidArgument(name, usd, `a number of dollars from 0 to ${mostUsdPerMTok}`)
}

const mostUsdPerMTok = 1_000_000

const priceFields = [
  'inputUsdPerMTok',
  'outputUsdPerMTok',
  'cacheReadUsdPerMTok',
  'cacheWriteUsdPerMTok',
] as const

/** What a call cost by its reported usage, in whole nano-dollars, rounded up. Pure. */
export function costNanoUsd(usage: Usage, price: ModelPrice): number {
  const cached = usage.cacheReadTokens + usage.cacheWriteTokens
  const picoUsd =
    Math.max(usage.inputTokens - cached, 0) * picoUsdPerToken(price.inputUsdPerMTok) +
    usage.cacheReadTokens * picoUsdPerToken(price.cacheReadUsdPerMTok ?? price.inputUsdPerMTok) +
    usage.cacheWriteTokens * picoUsdPerToken(price.cacheWriteUsdPerMTok ?? price.inputUsdPerMTok) +
    usage.outputTokens * picoUsdPerToken(price.outputUsdPerMTok)
  return Math.ceil(picoUsd / 1000)
}

/**
 * The most that a request can cost, in whole nano-dollars: every UTF-8 byte of it counted as one
 * input token at the dearer of the input and the cache-write price, plus all output tokens. Pure.
 */
export function mostNanoUsd(
  request: { readonly bytes: number; readonly maxOutputTokens: number },
  price: ModelPrice,
): number {
  const inputUsd = Math.max(price.inputUsdPerMTok, price.cacheWriteUsdPerMTok ?? 0)
  const picoUsd =
    request.bytes * picoUsdPerToken(inputUsd) +
    request.maxOutputTokens * picoUsdPerToken(price.outputUsdPerMTok)
  return Math.ceil(picoUsd / 1000)
}

/** How many output tokens `nanoUsd` buys after the request's own bytes are paid for. Pure. */
export function affordableOutputTokens(
  nanoUsd: number,
  request: { readonly bytes: number },
  price: ModelPrice,
): number {
  const left = nanoUsd - mostNanoUsd({ bytes: request.bytes, maxOutputTokens: 0 }, price)
  const perToken = picoUsdPerToken(price.outputUsdPerMTok)
  if (left < 0) return 0
  return perToken === 0 ? Number.POSITIVE_INFINITY : Math.floor((left * 1000) / perToken)
}

/** Whole nano-dollars of an amount of dollars that a host gave. Pure. */
export function nanoUsdOf(name: string, usd: number): number {
  const nanoUsd = typeof usd === 'number' ? Math.round(usd * 1e9) : Number.NaN
  if (usd < 0 || !Number.isSafeInteger(nanoUsd)) {
    throw invalidArgument(name, usd, 'a number of dollars from 0 to 9,000,000')
  }
  return nanoUsd
}

/** Dollars, as shown at the public edge. Pure. */
export function usdOf(nanoUsd: number): number {
  return nanoUsd / 1e9
}

/** Dollars of an amount that may not be known. Pure. */
export function usdOrUnknown(nanoUsd: number | 'unknown'): number | 'unknown' {
  return nanoUsd === 'unknown' ? nanoUsd : usdOf(nanoUsd)
}

function picoUsdPerToken(usdPerMTok: number): number {
  return Math.round(usdPerMTok * 1e6)
}
