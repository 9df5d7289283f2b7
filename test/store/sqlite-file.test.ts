import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { collect, journalOf } from '../../src/store/conformance/fixture.ts'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const journal = journalOf(['a', 'b', 'c'])

describe('sqliteStore()', () => {
  it('opens nothing before the first use, then creates the folder', async () => {
    const path = join(folder, 'new', 'deep', 'assay.db')
    const store = sqliteStore({ path })
    expect(existsSync(join(folder, 'new'))).toBe(false)
    await append(store)
    await store.close()
    expect(readdirSync(join(folder, 'new', 'deep'))).toEqual(['assay.db'])
  })

  it.each(['power', 'process'] as const)('finds everything again with %s', async (durability) => {
    const path = join(folder, `${durability}.db`)
    const first = sqliteStore({ path, durability })
    const hash = await first.putBlob(new Uint8Array([1]))
    await append(first)
    await first.close()
    const second = sqliteStore({ path, durability })
    expect(await collect(second.read('r'))).toEqual(journal)
    expect([...((await second.getBlob(hash)) ?? [])]).toEqual([1])
    await second.close()
  })

  it('names the entry that cannot be read, after all those before it', async () => {
    const path = await damaged("UPDATE entry SET text = '{\"torn' WHERE seq = 3")
    expect(await readable(path)).toEqual({
      entries: journal.slice(0, 2),
      error: { code: 'journal-corrupt', data: { runId: 'r', seq: 3, readable: 2 } },
    })
  })

  it('names the entry that is missing in the middle', async () => {
    const path = await damaged('DELETE FROM entry WHERE seq = 2')
    expect(await readable(path)).toEqual({
      entries: journal.slice(0, 1),
      error: { code: 'journal-corrupt', data: { runId: 'r', seq: 2, readable: 1 } },
    })
  })

  it('refuses a file of a newer schema and leaves it as it was', async () => {
    const path = await damaged('PRAGMA user_version = 99')
    expect(await refusal(path)).toEqual({
      error: expect.objectContaining(failure(path, 'schema is 99')) as unknown,
      changed: false,
    })
  })

  it('refuses the database of another application and leaves it as it was', async () => {
    const path = join(folder, 'foreign.db')
    const database = new DatabaseSync(path)
    database.exec('CREATE TABLE theirs (a)')
    database.close()
    expect(await refusal(path)).toEqual({
      error: expect.objectContaining(failure(path, 'another application')) as unknown,
      changed: false,
    })
  })

  it('refuses a file that is no database and leaves it as it was', async () => {
    const path = join(folder, 'notes.txt')
    writeFileSync(path, 'Not a database. '.repeat(100))
    expect(await refusal(path)).toEqual({
      error: expect.objectContaining(failure(path, 'not a database')) as unknown,
      changed: false,
    })
  })

  it('refuses a folder', async () => {
    const path = join(folder, 'folder.db')
    mkdirSync(path)
    const store = sqliteStore({ path })
    await expect(append(store)).rejects.toMatchObject(failure(path, 'unable to open'))
    await store.close()
  })

  it('refuses to write a file that is read-only, and leaves it as it was', async () => {
    const path = await damaged('SELECT 1')
    chmodSync(folder, 0o755)
    chmodSync(path, 0o444)
    const before = readFileSync(path)
    await withoutRoot(async () => {
      const store = sqliteStore({ path })
      await expect(append(store)).rejects.toMatchObject({
        code: 'store-failed',
        data: { reason: expect.stringContaining(path) as unknown },
      })
      await store.close()
    })
    expect(readFileSync(path)).toEqual(before)
  })

  it('keeps nothing of a batch in which a write breaks, and goes on', async () => {
    const path = await damaged(`
      CREATE TRIGGER broken BEFORE INSERT ON entry WHEN new.run = 'broken'
      BEGIN SELECT RAISE(ABORT, 'broken on purpose'); END
    `)
    const store = sqliteStore({ path })
    const guard = { after: 0, token: 0 }
    const settled = await Promise.allSettled([
      store.append('whole', journal, guard),
      store.append('broken', journal, guard),
    ])
    const rejected = { status: 'rejected', reason: failure(path, 'broken on purpose') }
    expect(settled).toMatchObject([rejected, rejected])
    expect(await collect(store.read('whole'))).toEqual([])
    expect(await store.append('whole', journal, guard)).toEqual({ ok: true, lastSeq: 4 })
    await store.close()
  })

  it('is usable again once what was in its way is gone', async () => {
    const blocker = join(folder, 'blocker')
    writeFileSync(blocker, '')
    const store = sqliteStore({ path: join(blocker, 'assay.db') })
    await expect(append(store)).rejects.toMatchObject({ code: 'store-failed' })
    rmSync(blocker)
    await expect(append(store)).resolves.toEqual({ ok: true, lastSeq: 4 })
    await store.close()
  })
})

function append(store: JournalStore): ReturnType<JournalStore['append']> {
  return store.append('r', journal, { after: 0, token: 0 })
}

let count = 0

/** A store with one run, after `sql` was done to its file. */
async function damaged(sql: string): Promise<string> {
  count += 1
  const path = join(folder, `damaged-${count}.db`)
  const store = sqliteStore({ path })
  await append(store)
  await store.close()
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}

async function readable(path: string): Promise<unknown> {
  const store = sqliteStore({ path })
  const entries: unknown[] = []
  try {
    for await (const entry of store.read('r')) entries.push(entry)
    return { entries }
  } catch (error) {
    const { code, data } = error as { code: unknown; data: unknown }
    return { entries, error: { code, data } }
  } finally {
    await store.close()
  }
}

function failure(path: string, reason: string): object {
  return {
    code: 'store-failed',
    message: expect.stringContaining(path) as unknown,
    data: { operation: 'append', reason: expect.stringContaining(reason) as unknown },
  }
}

/** How an append is refused, and whether the file or its folder changed. */
async function refusal(path: string): Promise<{ error: unknown; changed: boolean }> {
  const look = (): string => readdirSync(folder).join() + readFileSync(path, 'latin1')
  const before = look()
  const store = sqliteStore({ path })
  const error: unknown = await append(store).catch((thrown: unknown) => thrown)
  await store.close()
  return { error, changed: look() !== before }
}

/** Acts as a user whom file modes bind. */
async function withoutRoot(act: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return act()
  process.seteuid?.(65_534)
  try {
    await act()
  } finally {
    process.seteuid?.(0)
  }
}
