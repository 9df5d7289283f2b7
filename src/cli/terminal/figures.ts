import type { CostReport } from '../../run/cost-report.ts'

/** Dollars, with enough digits for the price of one call. Pure. */
export function usd(amount: number | 'unknown'): string {
  if (amount === 'unknown') return 'unknown cost'
  return `$${amount.toFixed(amount === 0 || amount >= 0.01 ? 2 : 6)}`
}

/** `1 call`, `2 calls`. Pure. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** What a run cost, with what nobody knows of it. Pure. */
export function costText({ totalUsd, requests, unknown, unpriced }: CostReport): string {
  const notes = [
    count(requests, 'model call'),
    ...(unknown > 0 ? [`${unknown} of unknown cost`] : []),
    ...(unpriced.length > 0 ? [`without a price: ${unpriced.join(', ')}`] : []),
  ]
  const least = unknown > 0 || unpriced.length > 0 ? 'at least ' : ''
  return `${least}${usd(totalUsd)} (${notes.join('; ')})`
}

/** A time, in UTC. Pure. */
export function time(epochMs: number): string {
  return new Date(epochMs).toISOString().replace('T', ' ').slice(0, 19)
}
