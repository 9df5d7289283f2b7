import { afterEach, describe, expect, it, vi } from 'vitest'
import { nodeSqlite } from './node-sqlite.ts'

afterEach(() => vi.restoreAllMocks())

describe('nodeSqlite()', () => {
  it('keeps back the warning for this module and no other, and only while it loads', () => {
    const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
    vi.spyOn(process, 'getBuiltinModule').mockImplementation(() => {
      process.emitWarning('SQLite is an experimental feature and more', 'ExperimentalWarning')
      process.emitWarning('Something else')
      return {}
    })
    nodeSqlite()
    process.emitWarning('SQLite is an experimental feature, says another')
    expect(warn.mock.calls).toEqual([
      ['Something else'],
      ['SQLite is an experimental feature, says another'],
    ])
  })
})
