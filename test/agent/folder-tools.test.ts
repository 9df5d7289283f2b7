import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { folderTools } from '../../src/agent/folder-tools/folder-tools.ts'
import { validate } from '../../src/agent/schema.ts'
import type { ToolContext } from '../../src/agent/tool.ts'
import type { CoverageItem } from '../../src/findings/envelope.ts'
import { readCoverage } from '../../src/findings/read-coverage.ts'
import { AssayError } from '../../src/kernel/error.ts'

let outside = ''
let root = ''

beforeEach(() => {
  outside = mkdtempSync(join(tmpdir(), 'assay-folder-tools-'))
  root = join(outside, 'root')
  mkdirSync(root)
})

afterEach(() => rmSync(outside, { recursive: true }))

describe('folderTools()', () => {
  it('makes three tools that only read', () => {
    expect(folderTools(root).map((one) => [one.name, one.effect])).toEqual([
      ['list_files', 'read'],
      ['search_files', 'read'],
      ['read_lines', 'read'],
    ])
  })

  it.each(['', 'no/such/folder', 'a\0b', import.meta.filename])('refuses %j as a root', (bad) => {
    expect(() => folderTools(bad)).toThrow('"root" must be')
  })

  it('works when the root is named by a link', async () => {
    write('a.txt', 'one')
    symlinkSync(root, join(outside, 'link'))
    const [list] = folderTools(join(outside, 'link'))
    expect(await list?.execute({}, context())).toEqual({
      files: [{ path: 'a.txt', bytes: 3 }],
      shown: 1,
      total: 1,
    })
  })
})

describe('what a path may name', () => {
  const tools = ['list_files', 'search_files', 'read_lines']

  it.each(['..', '../other', 'sub/../../other', '/etc/passwd', '/'])('refuses %j', async (path) => {
    for (const name of tools) {
      expect(await refusal(name, { path })).toEqual(['path-outside-root', path])
    }
  })

  it('refuses a link that leads out, to a file, to a folder and by a chain', async () => {
    writeFileSync(join(outside, 'secret.txt'), 'secret')
    symlinkSync('../secret.txt', join(root, 'file'))
    symlinkSync(outside, join(root, 'folder'))
    symlinkSync('file', join(root, 'chain'))
    for (const path of ['file', 'folder', 'folder/secret.txt', 'chain']) {
      for (const name of tools) {
        expect(await refusal(name, { path })).toEqual(['path-outside-root', path])
      }
    }
  })

  it.each(['a\0b', 'nothing', 'loop', 'pipe', '.git/config', 'node_modules', 'x'.repeat(300)])(
    'refuses %j by name',
    async (path) => {
      symlinkSync('loop', join(root, 'loop'))
      execFileSync('mkfifo', [join(root, 'pipe')])
      write('.git/config', 'x')
      write('node_modules/a/b.js', 'x')
      for (const name of tools) {
        expect(await refusal(name, { path })).toEqual(['invalid-argument', 'path'])
      }
    },
  )

  it('reads through a link that stays inside, under the path of the file itself', async () => {
    write('sub/a.txt', 'one')
    symlinkSync('sub/a.txt', join(root, 'link'))
    expect(await call('read_lines', { path: './link' })).toMatchObject({ path: 'sub/a.txt' })
  })

  it('takes names that only look like a way out', async () => {
    write('..a/..b.txt', 'one')
    expect(await call('read_lines', { path: '..a/..b.txt' })).toMatchObject({ text: '1: one' })
  })
})

describe('list_files', () => {
  it('lists by path, with forward slashes and sizes', async () => {
    write('b/c.txt', 'two')
    write('b.txt', '')
    write('a.txt', 'é')
    expect(await call('list_files', {})).toEqual({
      files: [
        { path: 'a.txt', bytes: 2 },
        { path: 'b.txt', bytes: 0 },
        { path: 'b/c.txt', bytes: 3 },
      ],
      shown: 3,
      total: 3,
    })
  })

  it('names what it does not go into', async () => {
    write('a.txt', 'one')
    write('.git/config', 'x')
    write('sub/node_modules/x.js', 'x')
    symlinkSync('/etc', join(root, 'link'))
    symlinkSync('.', join(root, 'sub/loop'))
    execFileSync('mkfifo', [join(root, 'pipe')])
    const answer = await call('list_files', {})
    expect(answer).toMatchObject({ result: { total: 1 } })
    expect(notChecked(answer)).toEqual([
      { what: '.git', why: 'left out for its name' },
      { what: 'sub/node_modules', why: 'left out for its name' },
      { what: 'link', why: 'a link, which is not followed' },
      { what: 'sub/loop', why: 'a link, which is not followed' },
      { what: 'pipe', why: 'not a regular file' },
    ])
  })

  it('matches a glob against names, or against paths below "path" if it has a slash', async () => {
    for (const path of ['a.log', 'x/b.log', 'x/y/.c.log', 'x/d.txt']) write(path, '')
    const paths = async (input: object): Promise<unknown> =>
      ((await call('list_files', input)) as { files: { path: string }[] }).files.map((f) => f.path)
    expect(await paths({ glob: '*.log' })).toEqual(['a.log', 'x/b.log', 'x/y/.c.log'])
    expect(await paths({ glob: 'y/*', path: 'x' })).toEqual(['x/y/.c.log'])
  })

  it('declares a list that was cut, and the absence of a match', async () => {
    for (const path of ['a', 'b', 'c']) write(path, '')
    const cut = await call('list_files', { limit: 2 })
    expect(cut).toMatchObject({ result: { shown: 2, total: 3 } })
    expect(notChecked(cut)?.[0]?.what).toBe('1 further files')
    const none = await call('list_files', { glob: '*.zip' })
    expect(readCoverage(none)).toMatchObject({
      absent: true,
      lookedFor: 'files that match "*.zip" in the folder',
      checked: [{ what: '3 file names in the folder' }],
    })
  })

  it('breaks off a glob that backtracks', async () => {
    write('a'.repeat(200), '')
    const refused = await refusal('list_files', { glob: `${'*a'.repeat(12)}*b` })
    expect(refused).toEqual(['invalid-argument', 'glob'])
  })
})

describe('search_files', () => {
  it('finds lines in any case, by path and line, and counts files', async () => {
    write('b.txt', 'x\r\nError: 2\r\n')
    write('a.txt', '\ufeffERROR: 1\nno\n')
    expect(await call('search_files', { query: 'error:' })).toEqual({
      matches: [
        { path: 'a.txt', line: 1, text: 'ERROR: 1' },
        { path: 'b.txt', line: 2, text: 'Error: 2' },
      ],
      shown: 2,
      total: 2,
      filesSearched: 2,
    })
  })

  it('takes a query literally unless it is said to be a regular expression', async () => {
    write('a.txt', 'a.c\nabc\n')
    expect(await call('search_files', { query: 'a.c' })).toMatchObject({ total: 1 })
    expect(await call('search_files', { query: '^A.c$', regex: true })).toMatchObject({ total: 2 })
  })

  it('searches one file', async () => {
    write('a.txt', 'x')
    write('b.txt', 'x')
    expect(await call('search_files', { query: 'x', path: 'b.txt' })).toMatchObject({
      filesSearched: 1,
    })
  })

  it('declares what a cut list does not show', async () => {
    write('a.txt', 'x\n'.repeat(60))
    const answer = await call('search_files', { query: 'x' })
    expect(answer).toMatchObject({ result: { shown: 50, total: 60 } })
    expect(notChecked(answer)?.[0]?.what).toBe('10 further matching lines')
  })

  it('says absent, with what it looked at and what it could not', async () => {
    write('a.txt', 'one')
    write('logo.png', `${'p'.repeat(8191)}\0`)
    write('late.txt', `${'p'.repeat(8192)}\0`)
    writeFileSync(Buffer.from(`${root}/\xff.txt`, 'latin1'), 'two')
    expect(readCoverage(await call('search_files', { query: 'two' }))).toEqual({
      absent: true,
      lookedFor: 'lines that contain "two"',
      checked: [{ what: '2 text files in the folder' }],
      notChecked: [
        { what: 'logo.png', why: 'not text: there is a NUL byte near its start' },
        { what: '\ufffd.txt', why: 'cannot be read (ENOENT)' },
        { what: 'late.txt: the ends of its long lines (1)', why: expect.any(String) as string },
      ].sort((one, other) => (one.what < other.what ? -1 : 1)),
      cannotCover: [],
    })
  })

  it('cuts long lines and says so', async () => {
    write('a.txt', `find ${'x'.repeat(5_000)} me\nshort\n`)
    const answer = await call('search_files', { query: 'find' })
    const { result } = answer as { result: { matches: { text: string }[] } }
    expect(result.matches[0]?.text).toHaveLength(4_000)
    expect(notChecked(answer)).toHaveLength(1)
    expect(readCoverage(await call('search_files', { query: 'me' }))).toMatchObject({
      absent: true,
      notChecked: [{ what: 'a.txt: the ends of its long lines (1)' }],
    })
  })

  it('reads only the start of a huge file and says where it stopped', async () => {
    const piece = `${'x'.repeat(1_023)}\n`.repeat(1_024)
    for (let count = 0; count < 64; count += 1) appendFileSync(join(root, 'a.log'), piece)
    appendFileSync(join(root, 'a.log'), 'needle\n')
    expect(readCoverage(await call('search_files', { query: 'needle' }))).toMatchObject({
      absent: true,
      notChecked: [{ what: 'a.log after line 65536' }],
    })
  })

  it.each(['(a', '[', '\\', '(a+)+$'])(
    'refuses the pattern %j, naming the query',
    async (query) => {
      write('a.txt', `${'a'.repeat(60)}!`)
      const refused = await refusal('search_files', { query, regex: true })
      expect(refused).toEqual(['invalid-argument', 'query'])
    },
  )

  it('stops between files when the signal is aborted', async () => {
    for (const path of ['a', 'b']) write(path, 'x')
    const [, search] = folderTools(root)
    const aborted = AbortSignal.abort(new Error('stop'))
    await expect(search?.execute({ query: 'x' }, context(aborted))).rejects.toThrow('stop')
  })

  it('searches a thousand files', async () => {
    for (let file = 0; file < 1_000; file += 1) write(`${file % 10}/${file}.txt`, `line ${file}\n`)
    expect(await call('search_files', { query: 'line 99' })).toMatchObject({
      total: 11,
      filesSearched: 1_000,
    })
  })
})

describe('read_lines', () => {
  it('shows numbered lines as an editor does', async () => {
    write('a.txt', '\ufeffone\r\n\r\nthree\n')
    expect(await call('read_lines', { path: 'a.txt' })).toEqual({
      path: 'a.txt',
      start: 1,
      end: 3,
      total: 3,
      text: '1: one\n2: \n3: three',
    })
  })

  it('shows 200 lines, at most 500, and names the rest', async () => {
    write('a.txt', Array.from({ length: 900 }, (_, index) => `l${index + 1}`).join('\n'))
    const first = await call('read_lines', { path: 'a.txt' })
    expect(first).toMatchObject({ result: { start: 1, end: 200, total: 900 } })
    expect(notChecked(first)?.[0]?.what).toBe('a.txt, lines 201 to 900')
    const most = await call('read_lines', { path: 'a.txt', start: 101, end: 700 })
    expect(most).toMatchObject({ result: { start: 101, end: 600 } })
    expect(notChecked(most)?.[0]?.what).toBe('a.txt, lines 601 to 700')
    expect(await call('read_lines', { path: 'a.txt', start: 7, end: 8 })).toEqual({
      path: 'a.txt',
      start: 7,
      end: 8,
      total: 900,
      text: '7: l7\n8: l8',
    })
  })

  it('finds its lines wherever the reading was broken into pieces', async () => {
    const lines = Array.from({ length: 3_000 }, (_, index) => `${index + 1} ${'é'.repeat(50)}`)
    write('a.txt', lines.join('\n'))
    const answer = await call('read_lines', { path: 'a.txt', start: 500, end: 800 })
    const rows = lines.slice(499, 800).map((line, index) => `${index + 500}: ${line}`)
    expect(answer).toMatchObject({ text: rows.join('\n') })
  })

  it('names lines beyond the end, and says absent when there is nothing else', async () => {
    write('a.txt', 'one\ntwo')
    const some = await call('read_lines', { path: 'a.txt', start: 2, end: 4 })
    expect(some).toMatchObject({ result: { end: 2, text: '2: two' } })
    expect(notChecked(some)).toEqual([{ what: 'a.txt, lines 3 to 4', why: 'the file has 2 lines' }])
    expect(readCoverage(await call('read_lines', { path: 'a.txt', start: 3 }))).toMatchObject({
      absent: true,
      checked: [{ what: 'a.txt', why: 'it was read: 2 lines' }],
    })
  })

  it('stops where one result is full', async () => {
    write('a.txt', `${'x'.repeat(3_990)}\n`.repeat(100))
    const answer = await call('read_lines', { path: 'a.txt' })
    expect(answer).toMatchObject({ result: { end: 10, total: 100 } })
    expect(notChecked(answer)?.[0]?.what).toBe('a.txt, lines 11 to 100')
  })

  it('refuses a folder, a binary file and an end before the start', async () => {
    write('sub/a.bin', '\0')
    expect(await refusal('read_lines', { path: 'sub' })).toEqual(['invalid-argument', 'path'])
    expect(await refusal('read_lines', { path: 'sub/a.bin' })).toEqual(['invalid-argument', 'path'])
    const backwards = { path: 'sub/a.bin', start: 2, end: 1 }
    expect(await refusal('read_lines', backwards)).toEqual(['invalid-argument', 'end'])
  })
})

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** Calls a tool as the agent loop does: the input is validated first. */
async function call(name: string, input: object): Promise<unknown> {
  const found = folderTools(root).find((one) => one.name === name)
  if (found === undefined) throw new Error(`no tool ${name}`)
  const validated = await validate(
    found.input,
    name === 'search_files' ? { query: 'x', ...input } : input,
  )
  if (!validated.ok) throw new Error(validated.issues.join('; '))
  return found.execute(validated.value, context())
}

/** The code of a refusal and what it names. */
async function refusal(name: string, input: object): Promise<unknown> {
  try {
    return await call(name, input)
  } catch (error) {
    if (AssayError.is(error, 'path-outside-root')) return [error.code, error.data.path]
    if (AssayError.is(error, 'invalid-argument')) return [error.code, error.data.name]
    throw error
  }
}

function notChecked(answer: unknown): readonly CoverageItem[] | undefined {
  return readCoverage(answer)?.notChecked
}

function context(signal: AbortSignal = new AbortController().signal): ToolContext {
  return { signal, idempotencyKey: 'key', log: () => undefined }
}
