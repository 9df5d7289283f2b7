import { invalidOption, show } from '../kernel/error.ts'
import type { Snapshot } from './snapshot.ts'

/** Refuses options that are no object, or that hold a name which is not known. Pure. */
export function refuseUnknown(options: unknown, known: readonly string[]): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw invalidOption('options', `must be an object, got ${show(options)}`)
  }
  for (const option of Object.keys(options)) {
    if (!known.includes(option)) {
      throw invalidOption(option, `is not known; it is one of ${known.join(', ')}`)
    }
  }
}

/** Refuses anything that does not answer as a snapshot. Pure. */
export function readSnapshot(snapshot: unknown): Snapshot {
  const methods = ['resolve', 'lines', 'hash', 'paths'] as const
  const isSnapshot =
    typeof snapshot === 'object' &&
    snapshot !== null &&
    methods.every((method) => typeof (snapshot as Partial<Snapshot>)[method] === 'function')
  if (!isSnapshot) throw invalidOption('snapshot', `must be a snapshot, got ${show(snapshot)}`)
  return snapshot as Snapshot
}

/** Reads a count of lines. Pure. */
export function readWindow(window: unknown, absent = 0): number {
  if (window === undefined) return absent
  if (typeof window !== 'number' || !Number.isSafeInteger(window) || window < 0 || window > 1000) {
    throw invalidOption('window', `must be a whole number from 0 to 1000, got ${show(window)}`)
  }
  return window
}

/** Compiles patterns; a bad one is refused with what is wrong with it. Pure. */
export function readPatterns(option: string, patterns: unknown): readonly RegExp[] {
  if (patterns === undefined) return []
  if (!Array.isArray(patterns))
    throw invalidOption(option, `must be an array, got ${show(patterns)}`)
  return patterns.map((pattern: unknown) => compile(option, pattern))
}

function compile(option: string, pattern: unknown): RegExp {
  if (pattern instanceof RegExp)
    return new RegExp(pattern.source, pattern.flags.replace(/[gy]/g, ''))
  if (typeof pattern !== 'string' || pattern === '') {
    throw invalidOption(option, `must hold patterns, got ${show(pattern)}`)
  }
  try {
    return new RegExp(pattern, 'u')
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw invalidOption(option, `holds a bad pattern: ${reason}`)
  }
}

/** Reads one of a few words, the first being the default. Pure. */
export function readChoice<T extends string>(
  option: string,
  value: unknown,
  choices: readonly [T, ...T[]],
): T {
  if (value === undefined) return choices[0]
  const found = choices.find((choice) => choice === value)
  if (found === undefined) {
    throw invalidOption(option, `must be one of ${choices.join(', ')}, got ${show(value)}`)
  }
  return found
}
