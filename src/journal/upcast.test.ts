import { describe, expect, it } from 'vitest'
import { sha256 } from '../kernel/hash.ts'
import { decodeEntry, encodeEntry, linkOf } from './codec.ts'
import { genesis, journalFormat } from './entry.ts'
import { type Formats, knownFormats, upcast, type WrittenEntry } from './upcast.ts'

/** Format 2 renamed `name` to `workflow`; format 3 put the budget into nano-dollars. */
const formats: Formats = {
  present: 3,
  steps: [
    ({ name, ...rest }) => ({ ...rest, ...(name !== undefined && { workflow: name }) }),
    ({ budgetUsd, ...rest }) => ({
      ...rest,
      ...(typeof budgetUsd === 'number' && { budgetNanoUsd: budgetUsd * 1e9 }),
    }),
  ],
}
const common = { type: 'run-started', seq: 1, at: 5, prev: genesis, args: {} }
const first = { ...common, format: 1, name: 'w', budgetUsd: 2 }
const second = { ...common, format: 2, workflow: 'w', budgetUsd: 2 }
const third = { ...common, format: 3, workflow: 'w', budgetNanoUsd: 2e9 }
const place = { runId: 'r', seq: 1 }
const read = (entry: WrittenEntry): unknown => decodeEntry(JSON.stringify(entry), place, formats)

describe('upcast()', () => {
  it('leads an entry of any older format through every step to the present one', () => {
    for (const entry of [first, second, third]) expect(upcast(entry, formats)).toEqual(third)
  })

  it('takes an entry that names no format for one of format 1', () => {
    const { format: _, ...unmarked } = first
    expect(upcast(unmarked, formats)).toEqual(third)
  })

  it('has a step for each format before the present one', () => {
    expect(knownFormats.present).toBe(journalFormat)
    expect(knownFormats.steps).toHaveLength(journalFormat - 1)
  })
})

describe('decodeEntry()', () => {
  it('reads older formats as the present one', () => {
    for (const entry of [first, second, third]) expect(read(entry)).toEqual(third)
  })

  it('keeps the text and the link of what is stored, so that its chain goes on', () => {
    const text = encodeEntry(first as never)
    const entry = decodeEntry(text, place, formats)
    expect(encodeEntry(entry)).toBe(text)
    expect(linkOf(entry)).toBe(sha256(text))
  })

  it.each([4, 0, -1])('refuses format %s by number, in any entry', (format) => {
    const decided = { type: 'decided', seq: 1, at: 1, prev: genesis, format }
    for (const entry of [{ ...third, format }, decided]) {
      expect(() => read(entry)).toThrow(
        expect.objectContaining({
          code: 'journal-format',
          data: { runId: 'r', format, known: 3 },
        }),
      )
    }
  })
})
