import { invalidArgument } from '../kernel/error.ts'
import { checkOptionNames } from '../kernel/options.ts'
import type { RunFilter } from '../store/journal-store.ts'
import type { RunOptions } from './engine.ts'

/**
 * Refuses options of a run that cannot act.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` or `invalid-argument`, naming the option.
 */
export function checkRunOptions(options: RunOptions): void {
  checkOptionNames(options, { known: ['runId', 'budgetUsd', 'signal', 'source'] })
  const { signal, source } = options
  if (signal !== undefined && !isSignal(signal)) {
    throw invalidArgument('signal', signal, 'an AbortSignal')
  }
  if (source === undefined) return
  checkOptionNames(source, { known: ['module', 'exportName'], within: 'source.' })
  for (const field of ['module', 'exportName'] as const) checkText(`source.${field}`, source[field])
}

/** Refuses options of a resume that are not known. Pure. */
export function checkResumeOptions(options: { readonly args?: unknown } = {}): {
  readonly args?: unknown
} {
  checkOptionNames(options, { known: ['args'] })
  return options
}

/** Refuses a filter of runs with fields that are not known or of the wrong type. Pure. */
export function checkRunFilter(filter: RunFilter = {}): RunFilter {
  checkOptionNames(filter, { known: ['updatedSince', 'runId', 'workflow'], within: 'filter.' })
  const { updatedSince, runId, workflow } = filter
  if (updatedSince !== undefined && !Number.isFinite(updatedSince)) {
    throw invalidArgument('filter.updatedSince', updatedSince, 'a time in epoch ms')
  }
  if (runId !== undefined) checkText('filter.runId', runId)
  if (workflow !== undefined) checkText('filter.workflow', workflow)
  return filter
}

/** Refuses a reason that is no text. Pure. */
export function checkReason(reason: unknown): string {
  checkText('reason', reason)
  return reason as string
}

function isSignal(signal: unknown): signal is AbortSignal {
  if (typeof signal !== 'object' || signal === null) return false
  const { aborted, addEventListener } = signal as Partial<AbortSignal>
  return typeof aborted === 'boolean' && typeof addEventListener === 'function'
}

function checkText(name: string, value: unknown): void {
  if (typeof value !== 'string' || value === '') throw invalidArgument(name, value, 'a text')
}
