import { describe, expect, it } from 'vitest'
import { journalStoreConformance } from './conformance/suite.ts'
import { memoryStore } from './memory.ts'

describe('memoryStore()', () => {
  it.each(journalStoreConformance(memoryStore))('$name', async ({ run }) => {
    await expect(run()).resolves.toBeUndefined()
  })
})
