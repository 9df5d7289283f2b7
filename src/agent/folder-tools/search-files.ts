import { join } from 'node:path'
import { absent, coverage } from '../../findings/coverage.ts'
import { readText } from '../../snapshot/read-text.ts'
import type { LeftOut } from '../../snapshot/walk.ts'
import { type Tool, tool } from '../tool.ts'
import { filesOf } from './files-of.ts'
import { inputSchema } from './input-schema.ts'
import { type LineMatcher, literalMatcher, regexMatcher } from './line-matcher.ts'
import { fitting, namedWithin, unread } from './not-shown.ts'

interface Input {
  readonly query: string
  readonly path?: string
  readonly regex?: boolean
  readonly limit?: number
}

interface Match {
  readonly path: string
  readonly line: number
  readonly text: string
}

interface Found {
  readonly matches: readonly Match[]
  readonly total: number
  readonly filesSearched: number
  readonly leftOut: readonly LeftOut[]
}

const input = inputSchema<Input>(
  {
    query: { type: 'string', maxLength: 1_000, description: 'What a line must contain.' },
    path: {
      type: 'string',
      maxLength: 4_096,
      description: 'A file or folder; default the whole folder.',
    },
    regex: {
      type: 'boolean',
      description: 'Whether `query` is a JavaScript regular expression; default false.',
    },
    limit: { type: 'integer', minimum: 1, maximum: 500, description: 'Default 50.' },
  },
  ['query'],
)

/** Makes the tool that searches the lines of text files, by path and line. Live. */
export function searchFiles(root: string): Tool {
  return tool({
    name: 'search_files',
    description: 'Finds lines in text files, in folders below too. Case does not matter.',
    input,
    effect: 'read',
    maxResultChars: 60_000,
    execute: (asked, { signal }) => search(root, asked, signal),
  })
}

async function search(root: string, asked: Input, signal: AbortSignal): Promise<unknown> {
  const { query, regex = false, limit = 50 } = asked
  const matcher = regex ? regexMatcher(query) : literalMatcher(query)
  const files = await filesOf(root, asked.path, signal)
  const found = await searchEach(root, files.paths, { matcher, limit, signal })
  const leftOut = namedWithin([...files.leftOut, ...found.leftOut])
  if (found.total === 0) {
    const what = regex ? `lines that match /${query}/iu` : `lines that contain "${query}"`
    const where = files.place.path === '' ? 'the folder' : `"${files.place.path}"`
    const checked = [{ what: `${found.filesSearched} text files in ${where}` }]
    return absent({ what, checked, notChecked: leftOut })
  }
  const matches = fitting(found.matches)
  const { total, filesSearched } = found
  const value = { matches, shown: matches.length, total, filesSearched }
  const notChecked = [...unshown(total - matches.length), ...leftOut]
  return notChecked.length === 0 ? value : coverage(value, { notChecked })
}

async function searchEach(
  root: string,
  paths: readonly string[],
  how: { readonly matcher: LineMatcher; readonly limit: number; readonly signal: AbortSignal },
): Promise<Found> {
  const matches: Match[] = []
  const leftOut: LeftOut[] = []
  let total = 0
  let filesSearched = 0
  for (const path of paths) {
    const visit = (lines: readonly string[], firstNumber: number): void => {
      for (const index of how.matcher(lines)) {
        total += 1
        if (matches.length >= how.limit) continue
        matches.push({ path, line: firstNumber + index, text: lines[index] ?? '' })
      }
    }
    const read = await readText(join(root, path), visit, how.signal)
    if (read.ok) filesSearched += 1
    leftOut.push(...unread(path, read))
  }
  return { matches, total, filesSearched, leftOut }
}

function unshown(count: number): readonly LeftOut[] {
  if (count === 0) return []
  return [{ what: `${count} further matching lines`, why: 'not shown: narrow "query" or "path"' }]
}
