import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { JournalStore } from '../../src/store/journal-store.ts'
import { memoryStore } from '../../src/store/memory.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { refusalOf } from './refusal.ts'

const bad = (value: unknown): never => value as never
const guard = { after: 0, token: 0 }
const owner = { id: 'a', host: 'h', pid: 1, bootId: '', pidNamespace: '', processStart: '' }
const started = { type: 'run-started', seq: 1 }

type Row = readonly [string, (store: JournalStore) => unknown, string]

const rows: readonly Row[] = [
  ['append(_, null)', (store) => store.append('r', bad(null), guard), 'entries'],
  ['append(_, "ab")', (store) => store.append('r', bad('ab'), guard), 'entries'],
  ['append(_, [null])', (store) => store.append('r', [bad(null)], guard), 'entries[0]'],
  ['append(_, [{}])', (store) => store.append('r', [bad({})], guard), 'entries[0]'],
  ['append(_, [no args])', (store) => store.append('r', [bad(started)], guard), 'entries[0]'],
  ['append() without a guard', (store) => store.append('r', [], bad(undefined)), 'guard'],
  [
    'append() with half a guard',
    (store) => store.append('r', [], bad({ after: 0 })),
    'guard.token',
  ],
  ['lease(_, null)', (store) => store.lease('r', bad(null)), 'owner'],
  ['lease(_, {})', (store) => store.lease('r', bad({})), 'owner.id'],
  ['lease(_, { pid })', (store) => store.lease('r', bad({ ...owner, pid: '1' })), 'owner.pid'],
  ['lease(_, _, null)', (store) => store.lease('r', owner, bad(null)), 'options'],
  [
    'lease(_, _, { replacing })',
    (store) => store.lease('r', owner, bad({ replacing: 'a' })),
    'replacing',
  ],
  ['renew(null)', (store) => store.renew(bad(null)), 'lease'],
  ['renew({})', (store) => store.renew(bad({})), 'lease.runId'],
  ['release(5)', (store) => store.release(bad(5)), 'lease'],
  ['putBlob(undefined)', (store) => store.putBlob(bad(undefined)), 'bytes'],
  ['putBlob("text")', (store) => store.putBlob(bad('text')), 'bytes'],
  ['putBlob([1])', (store) => store.putBlob(bad([1])), 'bytes'],
  ['getBlob(5)', (store) => store.getBlob(bad(5)), 'hash'],
  ['post(_, null)', (store) => store.post('r', bad(null)), 'message'],
  [
    'post(_, { at })',
    (store) => store.post('r', bad({ id: 'a', at: 'now', body: '' })),
    'message.at',
  ],
  ['post(_, { body })', (store) => store.post('r', bad({ id: 'a', at: 1 })), 'message.body'],
]

const folder = temporaryFolder()
const stores = [
  ['memoryStore()', memoryStore()],
  ['sqliteStore()', sqliteStore({ path: join(folder, 'a.db'), durability: 'process' })],
] as const

afterAll(async () => {
  for (const [, store] of stores) await store.close()
})

describe.each(stores)('%s', (_name, store) => {
  it.each(rows)('refuses %s', async (_, act, name) => {
    expect(await refusalOf(() => act(store))).toBe(`invalid-argument ${name}`)
  })
})

describe('making a store', () => {
  it.each([
    ['memoryStore(null)', () => memoryStore(bad(null)), 'argument options'],
    ['memoryStore(5)', () => memoryStore(bad(5)), 'argument options'],
    ['memoryStore({ clock: 5 })', () => memoryStore(bad({ clock: 5 })), 'argument clock'],
    ['memoryStore({ path })', () => memoryStore(bad({ path: 'a.db' })), 'option path'],
    ['sqliteStore(undefined)', () => sqliteStore(bad(undefined)), 'argument options'],
    [
      'sqliteStore({ clock: {} })',
      () => sqliteStore(bad({ path: 'a.db', clock: {} })),
      'argument clock.now',
    ],
  ])('is refused for %s', async (_, act, refusal) => {
    expect(await refusalOf(act)).toBe(`invalid-${refusal}`)
  })
})
