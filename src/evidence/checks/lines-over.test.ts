import { describe, expect, it } from 'vitest'
import { linesOver } from './lines-over.ts'

const lines = ['# One', 'text', '## Two', '| key | value |', '|---|---|', '| a | 1 |', 'text']

describe('linesOver()', () => {
  it.each([
    [1, []],
    [2, ['# One']],
    [6, ['## Two', '| key | value |']],
    [7, ['## Two']],
  ])('finds the heading and the table header over line %i', (start, over) => {
    expect(linesOver(lines, start)).toEqual(over)
  })
})
