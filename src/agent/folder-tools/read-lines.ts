import { join } from 'node:path'
import { absent, coverage } from '../../findings/coverage.ts'
import { invalidArgument } from '../../kernel/error.ts'
import { readText, type TextRead } from '../../snapshot/read-text.ts'
import type { LeftOut } from '../../snapshot/walk.ts'
import { type Tool, tool } from '../tool.ts'
import { type Field, inputSchema } from './input-schema.ts'
import { fitting, unread } from './not-shown.ts'
import { placeOf } from './place.ts'

interface Input {
  readonly path: string
  readonly start?: number
  readonly end?: number
}

const defaultLines = 200
const maxLines = 500

const input = inputSchema<Input>(
  {
    path: { type: 'string', maxLength: 4_096, description: 'A text file.' },
    start: lineNumber('The first line; default 1.'),
    end: lineNumber(`The last line; default ${defaultLines} lines, at most ${maxLines}.`),
  },
  ['path'],
)

/** Makes the tool that shows numbered lines of one text file. Live. */
export function readLines(root: string): Tool {
  return tool({
    name: 'read_lines',
    description: 'Shows lines of a text file, each with its number.',
    input,
    effect: 'read',
    maxResultChars: 60_000,
    execute: (asked, { signal }) => read(root, asked, signal),
  })
}

async function read(root: string, asked: Input, signal: AbortSignal): Promise<unknown> {
  const { start = 1, end } = asked
  if (end !== undefined && end < start) throw invalidArgument('end', end, `at least ${start}`)
  const path = await fileAt(root, asked.path)
  const last = Math.min(end ?? start + defaultLines - 1, start + maxLines - 1)
  const rows: string[] = []
  const visit = (lines: readonly string[], firstNumber: number): void => {
    const from = Math.max(start - firstNumber, 0)
    const wanted = lines.slice(from, Math.max(last - firstNumber + 1, 0))
    rows.push(...wanted.map((line, index) => `${firstNumber + from + index}: ${line}`))
  }
  const text = await readText(join(root, path), visit, signal)
  if (!text.ok) throw invalidArgument('path', asked.path, `a readable text file (${text.why})`)
  const shown = fitting(rows)
  const range = { path, start, end: start + shown.length - 1, total: text.lines }
  const notChecked = outOfRange(range, end, text)
  if (rows.length === 0) {
    const checked = [{ what: path, why: `it was read: ${text.lines} lines` }]
    return absent({ what: `lines ${start} to ${last} of ${path}`, checked, notChecked })
  }
  const value = { ...range, text: shown.join('\n') }
  return notChecked.length === 0 ? value : coverage(value, { notChecked })
}

async function fileAt(root: string, path: string): Promise<string> {
  const place = await placeOf(root, path)
  if (place.kind === 'folder') throw invalidArgument('path', path, 'a file, not a folder')
  return place.path
}

/** What was asked for and is not shown: lines that did not fit, and lines that are not there. */
function outOfRange(
  shown: { readonly path: string; readonly start: number; readonly end: number },
  askedEnd: number | undefined,
  text: TextRead & { readonly ok: true },
): readonly LeftOut[] {
  const { path, start, end } = shown
  const lastAsked = Math.min(askedEnd ?? text.lines, text.lines)
  const rest = {
    what: `${path}, lines ${end + 1} to ${lastAsked}`,
    why: `not shown: read on from "start": ${end + 1}`,
  }
  const beyond = {
    what: `${path}, lines ${Math.max(start, text.lines + 1)} to ${askedEnd}`,
    why: `the file has ${text.lines} lines`,
  }
  const cutLines = text.cutLines.filter((number) => number >= start && number <= end)
  return [
    ...(lastAsked > end ? [rest] : []),
    ...(askedEnd !== undefined && askedEnd > text.lines && !text.more ? [beyond] : []),
    ...unread(path, { ...text, cutLines }),
  ]
}

function lineNumber(description: string): Field {
  return { type: 'integer', minimum: 1, maximum: 1_000_000_000, description }
}
