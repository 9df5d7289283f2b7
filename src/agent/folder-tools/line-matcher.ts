import { invalidArgument } from '../../kernel/error.ts'
import { timeGuard } from './time-guard.ts'

/** Finds the lines that match: their indexes, in order. */
export type LineMatcher = (lines: readonly string[]) => readonly number[]

const batchLimitMs = 500

/** Matches lines that contain a text, in any case. Pure. */
export function literalMatcher(query: string): LineMatcher {
  const needle = query.toLowerCase()
  return (lines) => indexesOf(lines, (line) => line.toLowerCase().includes(needle))
}

/**
 * Matches lines by a JavaScript regular expression with the flags `i` and `u`.
 *
 * Live: a call that takes longer than half a second is broken off.
 *
 * @throws {AssayError} `invalid-argument` naming `query`: here if it is no regular expression, and
 * from the matcher if it is too large or backtracks for too long.
 */
export function regexMatcher(query: string): LineMatcher {
  const pattern = compile(query)
  const guard = timeGuard(batchLimitMs)
  return (lines) => {
    const guarded = guard(() => search(query, lines, pattern))
    if (guarded.ok) return guarded.value
    throw invalidArgument(
      'query',
      query,
      `a regular expression that matches ${lines.length} lines within ${batchLimitMs} ms`,
    )
  }
}

function compile(query: string): RegExp {
  try {
    return new RegExp(query, 'iu')
  } catch (error) {
    throw badPattern(query, error)
  }
}

// The engine refuses a pattern that is too large only when it is first used.
function search(query: string, lines: readonly string[], pattern: RegExp): readonly number[] {
  try {
    return indexesOf(lines, (line) => pattern.test(line))
  } catch (error) {
    throw badPattern(query, error)
  }
}

function badPattern(query: string, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error)
  return invalidArgument('query', query, `a regular expression (${reason})`)
}

function indexesOf(
  lines: readonly string[],
  matches: (line: string) => boolean,
): readonly number[] {
  return lines.flatMap((line, index) => (matches(line) ? [index] : []))
}
