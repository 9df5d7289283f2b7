import { copyFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { createEngine, defineWorkflow } from '../../src/index.ts'
import { verifyJournal } from '../../src/run/verify.ts'
import { migrate } from '../../src/store/sqlite/migrate.ts'
import { schemaVersion } from '../../src/store/sqlite/schema.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { collect } from '../../src/store/conformance/fixture.ts'
import { startChild } from '../support/child.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const kept = join(import.meta.dirname, '../fixtures')
const folder = temporaryFolder()

/** Files that earlier versions of this code wrote, by their schema. */
const files = readdirSync(kept).filter((name) => /^store-schema-\d+\.db$/.test(name))

describe('a store file of an earlier schema', () => {
  it('is kept for each schema but the present one', () => {
    const earlier = Array.from(
      { length: schemaVersion - 1 },
      (_, at) => `store-schema-${at + 1}.db`,
    )
    expect(files).toEqual(expect.arrayContaining(earlier))
    expect(earlier.length).toBeGreaterThan(0)
  })

  it.each(files)('%s is led to the present one, and holds what it held', async (name) => {
    const path = copyOf(name, 'held')
    const before = rowsOf(path)
    const store = sqliteStore({ path })
    expect(await verifyJournal(store, 'settled')).toEqual({ ok: true, entries: 6, blobs: 1 })
    expect(await verifyJournal(store, 'failed')).toMatchObject({ ok: true, entries: 6 })
    expect((await collect(store.list())).map(({ runId }) => runId)).toEqual(['failed', 'settled'])
    expect(await store.inbox('settled')).toEqual([{ id: 'm1', at: 1, body: '{"kept":true}' }])
    expect(await store.spend('2026-01-31', 1, 1)).toEqual({ ok: true })
    await store.close()
    expect(rowsOf(path)).toEqual(before)
    expect(schemaOf(path)).toEqual(schemaOf(await newFile()))
  })

  it.each(files)('%s: its runs are resumed as if they had been made today', async (name) => {
    const store = sqliteStore({ path: copyOf(name, 'resumed') })
    const engine = createEngine({ store })
    const fail = defineWorkflow({ name: 'fail' }, async (ctx) => [
      await ctx.step('done', async () => 'not again'),
      await ctx.step('broken', async () => 'mended'),
    ])
    const outcome = await engine.resume('failed', fail).result
    expect(outcome).toMatchObject({ status: 'ok', value: ['done', 'mended'] })
    expect(outcome.replay).toMatchObject({ hits: 1, reruns: 1 })
    expect(await verifyJournal(store, 'failed')).toMatchObject({ ok: true })
    await engine.close()
  })

  it.each(files)('%s is led once by processes that open it together', async (name) => {
    const path = copyOf(name, 'together')
    const children = ['one', 'two', 'three'].map((each) =>
      startChild('contend/lease-taker.ts', [path, each]),
    )
    await Promise.all(children.map((child) => child.line()))
    for (const child of children) child.process.stdin.end('go\n')
    const answers = await Promise.all(
      children.map(async (child) => JSON.parse(await child.line()) as { ok: boolean }),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
    expect(schemaOf(path)).toEqual(schemaOf(await newFile()))
  })
})

describe('migrate()', () => {
  it('leaves the file as it was when a step breaks', () => {
    const path = copyOf('store-schema-1.db', 'broken')
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE spent (other)')
    database.close()
    const before = schemaOf(path)
    const store = sqliteStore({ path })
    return expect(store.inbox('r'))
      .rejects.toMatchObject({ code: 'store-failed' })
      .then(() => store.close())
      .then(() => expect(schemaOf(path)).toEqual(before))
  })

  it('does nothing to a file that is up to date but say so', () => {
    const database = new DatabaseSync(':memory:')
    migrate(database, schemaVersion, schemaVersion)
    expect(database.prepare('SELECT count(*) AS count FROM sqlite_schema').get()).toEqual({
      count: 0,
    })
    database.close()
  })
})

function copyOf(name: string, purpose: string): string {
  const path = join(folder, `${purpose}-${name}`)
  copyFileSync(join(kept, name), path)
  return path
}

let count = 0

async function newFile(): Promise<string> {
  count += 1
  const path = join(folder, `new-${count}.db`)
  const store = sqliteStore({ path })
  await store.inbox('r')
  await store.close()
  return path
}

function schemaOf(path: string): unknown {
  return queried(path, (database) => ({
    version: database.prepare('PRAGMA user_version').get(),
    parts: database
      .prepare('SELECT type, name, sql FROM sqlite_schema ORDER BY name')
      .all()
      .map(({ type, name, sql }) => [type, name, String(sql).replace(/\s+/g, ' ')]),
  }))
}

function rowsOf(path: string): unknown {
  const tables = ['entry', 'lease', 'message', 'blob', 'blob_use', 'blob_unclaimed']
  return queried(path, (database) =>
    tables.map((table) => database.prepare(`SELECT * FROM ${table}`).all()),
  )
}

function queried<T>(path: string, query: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(path)
  try {
    return query(database)
  } finally {
    database.close()
  }
}
