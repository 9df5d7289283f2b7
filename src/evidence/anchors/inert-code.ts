import { escapedLine } from '../../kernel/plain-text.ts'

const linePart = /[:#](?=L?\d)/g
const ticks = /`+/g
const plain = /^(?:[\p{L}\p{N} ./(),-]|(?<=[\p{L}\p{N}])_(?=[\p{L}\p{N}]))+$/u

/** Writes a text from elsewhere as it is if it holds only words, and as `inertCode` if not. Pure. */
export function inertText(text: string): string {
  return plain.test(text) ? text : inertCode(text)
}

/**
 * Writes a text from elsewhere, such as the name of a file, as a code span that stays one: no mark
 * in it ends the span, no line break the paragraph, and nothing in it is read as a citation.
 * Control characters, and the colon of `x.bin:3`, are shown as escapes.
 *
 * Pure.
 */
export function inertCode(text: string): string {
  const line = escapedLine(text).replace(linePart, (mark) => (mark === ':' ? '\\u003a' : '\\u0023'))
  const longest = Math.max(0, ...[...line.matchAll(ticks)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  const isBare = line !== '' && !/^[\s`]|[\s`]$/.test(line)
  return isBare ? `${fence}${line}${fence}` : `${fence} ${line} ${fence}`
}
