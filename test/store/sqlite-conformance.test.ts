import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { MakeStore } from '../../src/store/conformance/fixture.ts'
import { journalStoreConformance } from '../../src/store/conformance/suite.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
let count = 0

const makeStore: MakeStore = ({ clock }) => {
  count += 1
  return sqliteStore({ path: join(folder, `${count}.db`), durability: 'process', clock })
}

describe('sqliteStore()', () => {
  it.each(journalStoreConformance(makeStore))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
