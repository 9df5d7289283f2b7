import { describe, expect, it } from 'vitest'
import { table } from './table.ts'

describe('table()', () => {
  it('lines up columns by their widest cell, and ends no row in spaces', () => {
    expect(
      table([
        ['RUN', 'STATUS'],
        ['run-1', 'ok'],
        ['r', ''],
      ]),
    ).toEqual(['RUN    STATUS', 'run-1  ok', 'r'])
  })

  it('keeps a cell on one line', () => {
    expect(table([['a\nb', 'c']])).toEqual(['a b  c'])
  })
})
