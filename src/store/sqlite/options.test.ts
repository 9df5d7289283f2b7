import { describe, expect, it } from 'vitest'
import { sqliteStore } from './sqlite-store.ts'

describe('sqliteStore()', () => {
  it.each([
    [{ path: 'a.db', readOnly: true }, 'readOnly'],
    [{}, 'path'],
    [{ path: '' }, 'path'],
    [{ path: ':memory:' }, 'path'],
    [{ path: 'nul\0.db' }, 'path'],
    [{ path: 'a.db', durability: 'none' }, 'durability'],
  ])('refuses %j by name', (options, option) => {
    expect(() => sqliteStore(options as never)).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        data: expect.objectContaining({ option }) as unknown,
      }) as Error,
    )
  })
})
