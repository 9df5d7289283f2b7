import type { Json } from './json.ts'

const brand = Symbol.for('assay/error')

/**
 * Every code that the package throws or records, with the data that it carries.
 * `docs/reference/errors.md` is tested against the keys of this type.
 */
export interface ErrorData {
  /** A value passed to a public function is out of its range or of the wrong shape. */
  'invalid-argument': { readonly name: string; readonly value: string }
  /** An option that cannot act in this configuration, or that is not known. */
  'invalid-option': { readonly option: string; readonly reason: string }
  /** A value that JSON cannot carry without loss. */
  'value-not-lossless': { readonly name: string; readonly path: string; readonly found: string }
  /** A record in the middle of a journal cannot be read. */
  'journal-corrupt': { readonly runId: string; readonly seq: number; readonly readable: number }
  /** A journal was written in a format that this version does not know. */
  'journal-format': { readonly runId: string; readonly format: number; readonly known: number }
  /** A line of an exported run cannot be used; nothing was imported. */
  'export-corrupt': { readonly line: number; readonly reason: string; readonly readable: number }
  /** A payload that an entry refers to is not in the store. */
  'blob-missing': { readonly hash: string }
  /** The store itself is broken: disk full, read only, not a database. */
  'store-failed': { readonly operation: string; readonly reason: string }
  /** A file that the caller named cannot be read or written. */
  'file-failed': { readonly path: string; readonly reason: string }
  'run-unknown': { readonly runId: string }
  'run-exists': { readonly runId: string }
  'workflow-unknown': { readonly workflow: string }
  /** A run was started by another workflow, or with other arguments. */
  'run-mismatch': { readonly runId: string; readonly recorded: string; readonly asked: string }
  /** Another living process drives the run. */
  'lease-held': { readonly runId: string; readonly owner: string }
  /** This process no longer drives the run; nothing more was appended. */
  'lease-lost': { readonly runId: string }
  'engine-closed': { readonly runId: string }
  'model-unknown': { readonly model: string }
  /** A budget is set and the model has no price. */
  'model-unpriced': { readonly model: string }
  /** The provider refused or broke off a call. `retryable` says whether another try may help. */
  'provider-failed': {
    readonly model: string
    readonly retryable: boolean
    readonly statusCode?: number
  }
  /** A model's stream ended without its terminal event. */
  'reply-incomplete': { readonly model: string }
  'reply-empty': { readonly model: string }
  'output-invalid': { readonly issues: readonly string[]; readonly attempts: number }
  'tool-timeout': { readonly tool: string; readonly timeoutMs: number }
  /** A path leads out of the folder that a tool or check is confined to. */
  'path-outside-root': { readonly path: string }
  /** A budget does not cover the call. */
  'budget-refused': { readonly neededNanoUsd: number; readonly freeNanoUsd: number }
  'run-cancelled': { readonly reason: string }
  /** Nobody answered a signal in time, and it has no default. */
  'signal-timeout': { readonly key: string; readonly deadlineAt: number }
  /** Child runs are nested too deeply. */
  'child-too-deep': { readonly workflow: string; readonly depth: number; readonly limit: number }
  /** A host's validator or check threw, or what it answered is no answer. */
  'validator-threw': { readonly validator: string }
  'orchestration-rejected': { readonly source: string; readonly [fact: string]: Json }
  /** A step's own code threw something that carries no code. */
  'step-failed': { readonly step: string }
}

/** A code of the error register. */
export type ErrorCode = keyof ErrorData

/**
 * The one error that this package throws. Match on `code`: it survives the journal and process
 * borders, a class does not.
 *
 * Pure.
 */
export class AssayError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AssayError'
  readonly code: Code
  readonly data: ErrorData[Code]

  constructor(code: Code, message: string, data: ErrorData[Code], options?: ErrorOptions) {
    super(message, options)
    this.code = code
    this.data = data
  }

  /** Whether `value` is an `AssayError` (with `code`, if given), across realms and copies. */
  static is<Code extends ErrorCode>(value: unknown, code?: Code): value is AssayError<Code> {
    if (typeof value !== 'object' || value === null || !(brand in value)) return false
    return code === undefined || ('code' in value && value.code === code)
  }
}

Object.defineProperty(AssayError.prototype, brand, { value: true })

/** Refuses an argument by name, quoting its value; with the cause where other code found out. */
export function invalidArgument(
  name: string,
  value: unknown,
  expected: string,
  options?: ErrorOptions,
): AssayError {
  const shown = show(value)
  const message = `"${name}" must be ${expected}, got ${shown}`
  return new AssayError('invalid-argument', message, { name, value: shown }, options)
}

/** Refuses an option by name, with the reason and what to do instead. */
export function invalidOption(option: string, reason: string): AssayError {
  return new AssayError('invalid-option', `Option "${option}" ${reason}`, { option, reason })
}

/** A short, quotable form of any value: never throws, at most about 80 characters. */
export function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(clip(value))
  if (typeof value === 'function') return 'a function'
  if (typeof value !== 'object' || value === null) return String(value)
  return Array.isArray(value) ? `an array of ${value.length}` : 'an object'
}

function clip(text: string): string {
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}
