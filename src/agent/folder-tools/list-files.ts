import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import picomatch from 'picomatch'
import { absent, coverage } from '../../findings/coverage.ts'
import { invalidArgument } from '../../kernel/error.ts'
import { cannotBeRead, type LeftOut } from '../../snapshot/walk.ts'
import { type Tool, tool } from '../tool.ts'
import { filesOf } from './files-of.ts'
import { inputSchema } from './input-schema.ts'
import { fitting, namedWithin } from './not-shown.ts'
import { timeGuard } from './time-guard.ts'

interface Input {
  readonly path?: string
  readonly glob?: string
  readonly limit?: number
}

interface ListedFile {
  readonly path: string
  readonly bytes: number
}

const globLimitMs = 1_000

const input = inputSchema<Input>({
  path: { type: 'string', maxLength: 4_096, description: 'A folder; default the whole folder.' },
  glob: {
    type: 'string',
    maxLength: 1_000,
    description: 'Relative to `path`; without a slash it is matched against file names.',
  },
  limit: { type: 'integer', minimum: 1, maximum: 1_000, description: 'Default 200.' },
})

/** Makes the tool that lists the files of a folder, by path. Live. */
export function listFiles(root: string): Tool {
  return tool({
    name: 'list_files',
    description: 'Lists files, in folders below too, with their sizes.',
    input,
    effect: 'read',
    maxResultChars: 60_000,
    execute: (asked, { signal }) => list(root, asked, signal),
  })
}

async function list(root: string, asked: Input, signal: AbortSignal): Promise<unknown> {
  const { place, paths, leftOut } = await filesOf(root, asked.path, signal)
  const matching = asked.glob === undefined ? paths : matchingGlob(paths, asked.glob, place.path)
  const measured = await measure(root, matching.slice(0, asked.limit ?? 200), signal)
  const files = fitting(measured.files)
  const notChecked = [
    ...unlisted(matching.length - measured.gone.length - files.length),
    ...namedWithin([...leftOut, ...measured.gone]),
  ]
  if (matching.length === 0) {
    const what = asked.glob === undefined ? 'files' : `files that match "${asked.glob}"`
    const where = place.path === '' ? 'the folder' : `"${place.path}"`
    const checked = [{ what: `${paths.length} file names in ${where}` }]
    return absent({ what: `${what} in ${where}`, checked, notChecked })
  }
  const value = { files, shown: files.length, total: matching.length }
  return notChecked.length === 0 ? value : coverage(value, { notChecked })
}

function matchingGlob(paths: readonly string[], glob: string, under: string): readonly string[] {
  const start = under === '' ? 0 : under.length + 1
  const guarded = timeGuard(globLimitMs)(() => {
    const matches = picomatch(glob, { dot: true, basename: !glob.includes('/') })
    return paths.filter((path) => matches(path.slice(start)))
  })
  if (guarded.ok) return guarded.value
  throw invalidArgument('glob', glob, `a pattern that matches within ${globLimitMs} ms`)
}

async function measure(
  root: string,
  paths: readonly string[],
  signal: AbortSignal,
): Promise<{ readonly files: readonly ListedFile[]; readonly gone: readonly LeftOut[] }> {
  const files: ListedFile[] = []
  const gone: LeftOut[] = []
  for (const path of paths) {
    signal.throwIfAborted()
    try {
      files.push({ path, bytes: (await lstat(join(root, path))).size })
    } catch (error) {
      gone.push({ what: path, why: cannotBeRead(error) })
    }
  }
  return { files, gone }
}

function unlisted(count: number): readonly LeftOut[] {
  if (count <= 0) return []
  return [{ what: `${count} further files`, why: 'not listed: narrow "path" or "glob"' }]
}
