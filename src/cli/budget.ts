import { invalidArgument } from '../kernel/error.ts'

/**
 * Reads what `--budget` says. Pure.
 *
 * @throws {AssayError} `invalid-argument`.
 */
export function readBudget(given: string | undefined): { readonly budgetUsd?: number } {
  if (given === undefined) return {}
  const budgetUsd = /^\d+(\.\d+)?$/.test(given) ? Number(given) : Number.NaN
  if (budgetUsd > 0 && budgetUsd <= 9_000_000) return { budgetUsd }
  throw invalidArgument('--budget', given, 'a number of US dollars above 0, at most 9,000,000')
}
