import { isCitable } from './citation.ts'
import type { Conversation, Exchange } from './conversation.ts'
import { isRecord } from './json-value.ts'

/** A line of a file, as a tool showed it. */
export interface SourceLine {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** What the tools of a conversation showed, and what they did not. */
export interface Looked {
  /** Each line once, in the order shown. */
  readonly lines: readonly SourceLine[]
  /** The most files that one search went through; 0 if no tool said so. */
  readonly filesSearched: number
  /** What tools declared as not looked at or not shown. */
  readonly notChecked: readonly string[]
  /** Searches and reads that failed. */
  readonly failed: number
}

/**
 * Collects the lines that search and read results hold. Any other result is no source, and neither
 * is a file that no citation can name: it is listed as not looked at.
 *
 * Pure.
 */
export function linesShown(conversation: Conversation): Looked {
  const lines = new Map<string, SourceLine>()
  const notChecked = new Set<string>()
  let filesSearched = 0
  let failed = 0
  for (const exchange of conversation.exchanges) {
    if (exchange.error !== undefined) failed += 1
    for (const line of linesOf(exchange)) keep(lines, line)
    if (exchange.toolName === 'read_lines') continue
    for (const item of exchange.notChecked) notChecked.add(item)
    filesSearched = Math.max(filesSearched, filesIn(exchange))
  }
  const citable = citableIn([...lines.values()])
  const isSource = ({ path }: SourceLine): boolean => citable.get(path) === true
  const nameless = [...citable].flatMap(([path, is]) => (is ? [] : [`${path} (not citable)`]))
  return {
    lines: [...lines.values()].filter(isSource),
    filesSearched,
    notChecked: [...nameless, ...notChecked],
    failed,
  }
}

/** Which of the files a citation can name; each is asked once. */
function citableIn(lines: readonly SourceLine[]): ReadonlyMap<string, boolean> {
  const paths = new Set(lines.map(({ path }) => path))
  return new Map([...paths].map((path) => [path, isCitable(path)]))
}

/** How many matches a search had in all, and how many of them it showed. Pure. */
export function matchCounts(exchange: Exchange): {
  readonly shown: number
  readonly total: number
} {
  return { shown: countOf(exchange.value, 'shown'), total: countOf(exchange.value, 'total') }
}

function keep(lines: Map<string, SourceLine>, line: SourceLine): void {
  const place = `${line.path}:${line.line}`
  const held = lines.get(place)
  if (held === undefined || held.text.length < line.text.length) lines.set(place, line)
}

function linesOf(exchange: Exchange): readonly SourceLine[] {
  const { value } = exchange
  if (!isRecord(value)) return []
  if (Array.isArray(value['matches'])) return value['matches'].filter(isSourceLine)
  const { path, text } = value
  return typeof path === 'string' && typeof text === 'string' ? rowsOf(path, text) : []
}

function isSourceLine(match: unknown): match is SourceLine {
  return (
    isRecord(match) &&
    typeof match['path'] === 'string' &&
    Number.isSafeInteger(match['line']) &&
    typeof match['text'] === 'string'
  )
}

function rowsOf(path: string, text: string): readonly SourceLine[] {
  return text.split('\n').flatMap((row) => {
    const found = /^\s*(\d{1,9}): ?/.exec(row)
    if (found === null) return []
    return [{ path, line: Number(found[1]), text: row.slice(found[0].length) }]
  })
}

/** A search that found nothing says in words how many files it went through. */
function filesIn({ value, checked }: Exchange): number {
  const said = checked.map((item) => Number(/^(\d{1,9}) (?:\p{L}+ )?files\b/u.exec(item)?.[1] ?? 0))
  return Math.max(countOf(value, 'filesSearched'), ...said)
}

function countOf(value: unknown, field: string): number {
  if (!isRecord(value)) return 0
  const count = value[field]
  return typeof count === 'number' && Number.isSafeInteger(count) && count > 0 ? count : 0
}
