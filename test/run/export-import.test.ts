import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEngine, defineWorkflow, memoryStore } from '../../src/index.ts'
import { encodeEntry } from '../../src/journal/codec.ts'
import { plainText } from '../../src/kernel/plain-text.ts'
import { exportRun } from '../../src/run/export-run.ts'
import { type Imported, importRun } from '../../src/run/import-run.ts'
import { verifyJournal } from '../../src/run/verify.ts'
import { fill, journalOf, owner } from '../../src/store/conformance/fixture.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { assayHere } from '../support/command-line.ts'
import { entriesOf } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const strings = [
  'line\nfeed\r\n',
  '\u2028 \u2029',
  'nul \0',
  'lone \ud800',
  '\u202e\u001b[31m\u009b1m',
]

/** A run with texts of every kind, two blobs of which one is shared, and a run with the same blob. */
async function filled(): Promise<JournalStore> {
  const store = memoryStore()
  const engine = createEngine({ store })
  const large = 'large \u2028'.repeat(2000)
  const workflow = defineWorkflow({ name: 'w' }, async (ctx, given: readonly string[]) => {
    for (const [at, text] of given.entries()) await ctx.step(`s${at}`, async () => text)
    await ctx.step('large', async () => large)
    await ctx.step('large again', async () => large)
    return 'x'.repeat(20_000)
  })
  await engine.run(workflow, strings, { runId: 'r' }).result
  return store
}

const terms = { owner: owner('importer'), leaseTtlMs: 1000 }

async function lines(store: JournalStore, runId = 'r'): Promise<string[]> {
  return Array.fromAsync(exportRun(store, runId))
}

function importText(store: JournalStore, text: string): Promise<Imported> {
  return importRun(
    store,
    async function* pieces() {
      for (let at = 0; at < text.length; at += 1000) yield text.slice(at, at + 1000)
    },
    terms,
  )
}

describe('exportRun()', () => {
  it('writes a header, an entry a line as it is stored, and each blob once, before its entry', async () => {
    const store = await filled()
    const exported = await lines(store)
    const parsed = exported.map((line) => JSON.parse(line) as { type: string; format?: number })
    const entries = await entriesOf(store, 'r')
    expect(parsed[0]).toEqual({
      type: 'assay-export',
      format: 1,
      journalFormat: 1,
      runId: 'r',
      entries: entries.length,
    })
    expect(parsed.filter(({ type }) => type === 'blob')).toHaveLength(2)
    expect(parsed.filter(({ type }) => type !== 'blob').slice(1)).toEqual(entries)
  })

  it('writes nothing that could drive a terminal', async () => {
    const exported = await lines(await filled())
    expect(exported.map(plainText)).toEqual(exported)
  })

  it('fails as what is missing: a run, a blob', async () => {
    const store = await filled()
    await expect(lines(store, 'none')).rejects.toMatchObject({ code: 'run-unknown' })
    const without: JournalStore = { ...store, getBlob: async () => undefined }
    await expect(lines(without)).rejects.toMatchObject({ code: 'blob-missing' })
  })
})

describe('importRun()', () => {
  it('brings back the same bytes, which replay without a call', async () => {
    const store = await filled()
    const text = `${(await lines(store)).join('\n')}\n`
    const copy = memoryStore()
    const entries = await entriesOf(store, 'r')
    expect(await importText(copy, text)).toEqual({ runId: 'r', entries: entries.length, blobs: 2 })
    expect((await entriesOf(copy, 'r')).map(encodeEntry)).toEqual(entries.map(encodeEntry))
    expect(await verifyJournal(copy, 'r')).toMatchObject({ ok: true, blobs: 2 })
    expect(`${(await lines(copy)).join('\n')}\n`).toBe(text)
    const engine = createEngine({ store: copy })
    const never = defineWorkflow({ name: 'w' }, async (ctx, given: readonly string[]) => {
      for (const at of given.keys())
        await ctx.step(`s${at}`, async () => Promise.reject(new Error()))
      return ''
    })
    expect(await engine.resume('r', never).result).toMatchObject({ replay: { misses: 0 } })
  })

  it.each([
    ['in the last entry', (text: string) => text.slice(0, -30), 1],
    [
      'right after a line',
      (text: string) => text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1),
      1,
    ],
  ])('cuts off an end that is torn %s, and says what is missing', async (_, cut, missing) => {
    const store = await filled()
    const exported = await lines(store)
    const text = cut(`${exported.join('\n')}\n`)
    const copy = memoryStore()
    const imported = await importText(copy, text)
    const entries = await entriesOf(store, 'r')
    expect(imported).toMatchObject({ entries: entries.length - 1, missing })
    expect(imported.tornLine).toBe(text.endsWith('\n') ? undefined : exported.length)
    expect(await entriesOf(copy, 'r')).toEqual(entries.slice(0, -1))
  })

  it('takes a last line that only lacks its end', async () => {
    const store = await filled()
    const imported = await importText(memoryStore(), (await lines(store)).join('\n'))
    expect(imported).not.toHaveProperty('tornLine')
    expect(imported).not.toHaveProperty('missing')
  })

  it('refuses a bad line in the middle by its number, with what is sound, and writes nothing', async () => {
    const store = memoryStore()
    await fill(store, 'r', journalOf(Array.from({ length: 998 }, (_, at) => at)))
    const exported = await lines(store)
    const bad = exported.with(499, '\0'.repeat(exported[499]?.length ?? 0))
    const copy = memoryStore()
    await expect(importText(copy, `${bad.join('\n')}\n`)).rejects.toMatchObject({
      code: 'export-corrupt',
      data: { line: 500, readable: 498 },
    })
    expect(await Array.fromAsync(copy.list())).toEqual([])
  })

  it('refuses what was changed: an entry, its order, a blob, a blob that is not there', async () => {
    const exported = await lines(await filled())
    const entry = exported.findIndex((line) => line.includes('step-completed'))
    const blob = exported.findIndex((line) => line.startsWith('{"type":"blob"'))
    const changed: readonly [string, readonly string[], number][] = [
      ['text', exported.with(entry, (exported[entry] ?? '').replace('feed', 'food')), entry + 2],
      ['order', exported.toSpliced(entry, 1), entry + 1],
      [
        'blob',
        exported.with(blob, (exported[blob] ?? '').replace(/"base64":"..../, '"base64":"AAAA')),
        blob + 1,
      ],
      ['no blob', exported.toSpliced(blob, 1), blob + 1],
      ['garbage at the end', [...exported, '{"torn'], exported.length + 1],
      ['a second start', [...exported, exported[1] ?? ''], exported.length + 1],
      ['no header', exported.slice(1), 1],
      ['empty', [], 1],
    ]
    for (const [what, text, line] of changed) {
      const copy = memoryStore()
      const file = text.length === 0 ? '' : `${text.join('\n')}\n`
      await expect(importText(copy, file), what).rejects.toMatchObject({
        code: 'export-corrupt',
        data: { line },
      })
      expect(await Array.fromAsync(copy.list()), what).toEqual([])
    }
  })

  it.each([
    ['format', 2],
    ['journalFormat', 2],
  ])('refuses a newer %s as a value', async (field, value) => {
    const exported = await lines(await filled())
    const header = { ...(JSON.parse(exported[0] ?? '') as object), [field]: value }
    await expect(
      importText(memoryStore(), [JSON.stringify(header), ...exported.slice(1)].join('\n')),
    ).rejects.toMatchObject({ code: 'journal-format', data: { runId: 'r', format: 2, known: 1 } })
  })

  it('refuses an id that no run can have', async () => {
    const exported = await lines(await filled())
    const hostile = exported.with(0, (exported[0] ?? '').replace('"runId":"r"', '"runId":"../r"'))
    await expect(importText(memoryStore(), hostile.join('\n'))).rejects.toMatchObject({
      code: 'export-corrupt',
    })
  })

  it('refuses a run that is there, and one that is driven', async () => {
    const store = await filled()
    const text = (await lines(store)).join('\n')
    const before = await entriesOf(store, 'r')
    await expect(importText(store, text)).rejects.toMatchObject({ code: 'run-exists' })
    expect(await entriesOf(store, 'r')).toEqual(before)
    const copy = memoryStore()
    await copy.lease('r', owner('other'))
    await expect(importText(copy, text)).rejects.toMatchObject({ code: 'lease-held' })
  })

  it('takes the place of a run that was deleted, whose tokens go on', async () => {
    const store = await filled()
    const text = (await lines(store)).join('\n')
    const engine = createEngine({ store })
    expect(await engine.delete('r')).toEqual({ ok: true })
    expect(await importText(store, text)).toMatchObject({ runId: 'r' })
    expect(await verifyJournal(store, 'r')).toMatchObject({ ok: true })
  })
})

describe('assay export and import', () => {
  it('carry a run from one store to another', async () => {
    const [from, to, file] = ['from.db', 'to.db', 'run.jsonl'].map((name) => join(folder, name))
    const store = sqliteStore({ path: from ?? '' })
    await importText(store, (await lines(await filled())).join('\n'))
    const entries = await entriesOf(store, 'r')
    await store.close()
    const exported = await assayHere(['export', 'r', '--store', from ?? ''])
    expect(exported).toMatchObject({ code: 0, stderr: '' })
    writeFileSync(file ?? '', exported.stdout)
    appendFileSync(file ?? '', '{"half')
    const imported = await assayHere(['import', file ?? '', '--store', to ?? ''])
    expect(imported).toEqual({
      code: 0,
      stdout: `r: ${entries.length} entries, 2 blobs imported\n`,
      stderr: `Line ${exported.stdout.split('\n').length} was half-written and was cut off.\n`,
    })
    const again = await assayHere(['import', file ?? '', '--store', to ?? ''])
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('run-exists') as unknown,
    })
    const second = await assayHere(['export', 'r', '--store', to ?? ''])
    expect(second.stdout).toBe(exported.stdout)
    expect(readFileSync(file ?? '', 'utf8').startsWith(second.stdout)).toBe(true)
  })

  it('refuse a file that is not there or no export, and then create no store', async () => {
    const to = join(folder, 'none.db')
    const gone = await assayHere(['import', join(folder, 'gone'), '--store', to])
    expect(gone).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('file-failed') as unknown,
    })
    const notes = join(folder, 'notes.txt')
    writeFileSync(notes, 'hello\n')
    const bad = await assayHere(['import', notes, '--store', to])
    expect(bad).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('export-corrupt') as unknown,
    })
    const unknown = await assayHere(['export', 'r', '--store', to])
    expect(unknown).toMatchObject({ code: 1, stdout: '' })
    expect(existsSync(to)).toBe(false)
  })
})
