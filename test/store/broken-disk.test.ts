import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, describe, expect, it } from 'vitest'
import { type Clock, createEngine, defineWorkflow, type Engine } from '../../src/index.ts'
import { systemClock } from '../../src/kernel/clock.ts'
import { verifyJournal } from '../../src/run/verify.ts'
import { fill, journalOf } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { assayHere } from '../support/command-line.ts'
import { entriesOf } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const isRoot = process.geteuid?.() === 0
const mounted: string[] = []
afterAll(() => {
  for (const path of mounted) execFileSync('umount', ['-l', path])
})

/** A small disk of its own. */
function smallDisk(name: string, size: string): string {
  const path = join(folder, name)
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path])
  mounted.push(path)
  return path
}

function remount(path: string, options: string): void {
  execFileSync('mount', ['-o', `remount,${options}`, path])
}

/** Twenty steps of 200 kB each, and the calls that they made. */
function large(calls: string[]): ReturnType<typeof defineWorkflow<undefined, number>> {
  return defineWorkflow<undefined, number>({ name: 'large' }, async (ctx) => {
    let bytes = 0
    for (let at = 0; at < 20; at += 1) {
      const text = await ctx.step(`s${at}`, async () => {
        calls.push(`s${at}`)
        return `${at}`.padEnd(200_000, 'x')
      })
      bytes += text.length
    }
    return bytes
  })
}

async function statuses(engine: Engine): Promise<unknown> {
  const rows = await Array.fromAsync(engine.runs())
  return Object.fromEntries(rows.map(({ runId, status }) => [runId, status]))
}

describe.skipIf(!isRoot)('a store on a disk that needs root to be made', () => {
  it('fails typed when the disk is full, loses nothing, and goes on once there is room', async () => {
    const disk = smallDisk('full', '2m')
    const path = join(disk, 'assay.db')
    const calls: string[] = []
    const workflow = large(calls)
    let laterMs = 0
    const clock: Clock = { ...systemClock, now: () => systemClock.now() + laterMs }
    const full = createEngine({ store: sqliteStore({ path, clock }), clock })
    await expect(full.run(workflow, undefined, { runId: 'r' }).result).rejects.toMatchObject({
      code: 'store-failed',
      data: { reason: expect.stringContaining('full') as unknown },
    })
    const before = calls.length
    expect(before).toBeGreaterThan(2)
    // Its lease could not be given back, and runs out.
    laterMs = 60_000
    expect(await statuses(full)).toEqual({ r: 'interrupted' })
    await full.close()
    const store = sqliteStore({ path })
    expect(await verifyJournal(store, 'r')).toMatchObject({ ok: true })
    const completed = (await entriesOf(store, 'r')).filter(({ type }) => type === 'step-completed')
    await store.close()
    expect(completed.length).toBeGreaterThanOrEqual(before - 1)
    remount(disk, 'size=20m')
    const roomy = createEngine({ store: sqliteStore({ path, clock }), clock })
    const outcome = await roomy.resume('r', workflow).result
    expect(outcome).toMatchObject({ status: 'ok', value: 4_000_000 })
    expect(outcome.replay.hits).toBe(completed.length)
    expect(calls).toHaveLength(20 + before - completed.length)
    await roomy.close()
  })

  it('can be read, and refuses to write, when its disk is read-only', async () => {
    const disk = smallDisk('read-only', '20m')
    const path = join(disk, 'assay.db')
    const writing = createEngine({ store: sqliteStore({ path }) })
    await writing.run(large([]), undefined, { runId: 'r' }).result
    await writing.close()
    remount(disk, 'ro')
    const before = readFileSync(path)
    const engine = createEngine({ store: sqliteStore({ path }) })
    expect(await statuses(engine)).toEqual({ r: 'ok' })
    expect(await engine.inspect('r')).toMatchObject({ status: 'ok', steps: { completed: 20 } })
    expect(await Array.fromAsync(engine.events('r'))).toHaveLength(42)
    await expect(engine.run(large([]), undefined, { runId: 'new' }).result).rejects.toMatchObject({
      code: 'store-failed',
      data: { reason: expect.stringContaining('readonly') as unknown },
    })
    await engine.close()
    expect(readFileSync(path).equals(before)).toBe(true)
    remount(disk, 'rw')
  })
})

describe('a store file that is damaged', () => {
  it('loses the entries of one page, and of that run only those behind it', async () => {
    const path = join(folder, 'page.db')
    const store = sqliteStore({ path })
    for (const runId of ['before', 'hit', 'after']) {
      await fill(store, runId, journalOf(Array.from({ length: 400 }, (_, at) => `${runId} ${at}`)))
    }
    await store.close()
    overwritePageOf(path, 'hit 200')
    const damaged = sqliteStore({ path })
    const read: number[] = []
    const reading = async (): Promise<void> => {
      for await (const { seq } of damaged.read('hit')) read.push(seq)
    }
    await expect(reading()).rejects.toMatchObject({
      code: 'journal-corrupt',
      data: { runId: 'hit', readable: expect.any(Number) as unknown },
    })
    expect(read.length).toBeGreaterThan(150)
    expect(read.length).toBeLessThan(202)
    expect(await verifyJournal(damaged, 'hit')).toMatchObject({ ok: false, sound: read.length })
    for (const runId of ['before', 'after']) {
      expect(await verifyJournal(damaged, runId)).toEqual({ ok: true, entries: 401, blobs: 0 })
    }
    const engine = createEngine({ store: damaged })
    expect(await statuses(engine)).toEqual({
      after: 'interrupted',
      hit: 'unreadable',
      before: 'interrupted',
    })
    await engine.close()
    const { code, stdout, stderr } = await assayHere(['runs', '--store', path])
    expect([code, stdout.split('\n').length]).toEqual([0, 5])
    expect(stderr).toContain('hit: Entry')
  })

  it('says that a run cannot be listed where its ends are gone, and lists all others', async () => {
    const path = join(folder, 'ends.db')
    const store = sqliteStore({ path })
    for (const runId of ['before', 'hit', 'after']) await fill(store, runId, journalOf(['a']))
    await store.close()
    change(path, "UPDATE entry SET text = 'gone' WHERE run = 'hit'")
    const engine = createEngine({ store: sqliteStore({ path }) })
    const rows = await Array.fromAsync(engine.runs())
    expect(rows.map(({ runId, status }) => [runId, status])).toEqual([
      ['after', 'interrupted'],
      ['hit', 'unreadable'],
      ['before', 'interrupted'],
    ])
    expect(rows[1]).toMatchObject({ problem: expect.stringContaining('"hit"') as unknown })
    await expect(engine.inspect('hit')).rejects.toMatchObject({ code: 'journal-corrupt' })
    expect(await engine.delete('hit')).toEqual({ ok: true })
    await engine.close()
  })

  it('names a blob that is missing, and still shows the rest of its run', async () => {
    const path = join(folder, 'blob.db')
    const engine = createEngine({ store: sqliteStore({ path }) })
    await engine.run(large([]), undefined, { runId: 'r' }).result
    await engine.close()
    change(path, 'DELETE FROM blob WHERE rowid = 7')
    const store = sqliteStore({ path })
    const again = createEngine({ store })
    expect(await statuses(again)).toEqual({ r: 'ok' })
    expect(await again.inspect('r')).toMatchObject({ steps: { completed: 20 } })
    expect(await verifyJournal(store, 'r')).toMatchObject({ ok: false, sound: 14 })
    const before = await entriesOf(store, 'r')
    const calls: string[] = []
    const outcome = await again.resume('r', large(calls)).result
    expect(outcome).toMatchObject({ status: 'error', error: { code: 'blob-missing' } })
    expect(calls).toEqual([])
    expect((await entriesOf(store, 'r')).slice(0, before.length)).toEqual(before)
    await again.close()
  })

  it('refuses a run of a newer journal format and leaves it as it was', async () => {
    const path = join(folder, 'newer.db')
    const store = sqliteStore({ path })
    for (const runId of ['old', 'new']) await fill(store, runId, journalOf(['a']))
    await store.close()
    change(
      path,
      `UPDATE entry SET text = replace(text, '"format":1', '"format":2') WHERE run = 'new'`,
    )
    const rows = (): unknown => change(path, "SELECT * FROM entry WHERE run = 'new'")
    const before = rows()
    const engine = createEngine({ store: sqliteStore({ path }) })
    const workflow = defineWorkflow({ name: 'work' }, async () => 1)
    for (const refused of [
      engine.resume('new', workflow).result,
      engine.inspect('new'),
      Array.fromAsync(engine.events('new')),
    ]) {
      await expect(refused).rejects.toMatchObject({
        code: 'journal-format',
        data: { runId: 'new', format: 2, known: 1 },
      })
    }
    expect(await statuses(engine)).toEqual({ old: 'interrupted', new: 'unreadable' })
    expect(await engine.resume('old', workflow).result).toMatchObject({ status: 'ok' })
    await engine.close()
    expect(rows()).toEqual(before)
  })
})

/** Writes garbage over the page of the file that holds a text. */
function overwritePageOf(path: string, text: string): void {
  const pageBytes = 4096
  const at = readFileSync(path).indexOf(text)
  if (at < 0) throw new Error(`${path} does not hold "${text}"`)
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(pageBytes, 0xa5), 0, pageBytes, at - (at % pageBytes))
  closeSync(file)
}

function change(path: string, sql: string): unknown {
  const database = new DatabaseSync(path)
  try {
    return database.prepare(sql).all()
  } finally {
    database.close()
  }
}
