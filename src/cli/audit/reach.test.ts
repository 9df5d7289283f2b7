import { describe, expect, it } from 'vitest'
import { checkReport } from '../../evidence/check-report.ts'
import { memoryResolver } from '../../snapshot/memory.ts'
import { reachOf, reachSection } from './reach.ts'

const snapshot = memoryResolver({ 'a.txt': 'The lag was 83 s.' })
const about = { folder: 'incident', model: 'embedded:reader' }

describe('reachOf()', () => {
  it('counts what was read and changes its hash with any file', () => {
    const reach = reachOf({ ...snapshot, skipped: [] })
    expect(reach).toMatchObject({ files: 1, skipped: [] })
    const other = memoryResolver({ 'a.txt': 'The lag was 84 s.' })
    expect(reachOf({ ...other, skipped: [] }).hash).not.toBe(reach.hash)
    expect(reachOf({ ...snapshot, skipped: [] }).hash).toBe(reach.hash)
  })
})

describe('reachSection()', () => {
  it('names the model and every file that was not read', () => {
    const skipped = [{ path: 'b.png', reason: 'binary' }]
    const section = reachSection({ files: 2, skipped, hash: '' }, about)
    expect(section).toContain('2 text files of `incident` could be read by `embedded:reader`')
    expect(section).toContain('```text\nb.png: binary\n```')
  })

  it('names a thousand and counts the rest', () => {
    const skipped = Array.from({ length: 1_200 }, (_, at) => ({ path: `${at}`, reason: 'binary' }))
    expect(reachSection({ files: 1, skipped, hash: '' }, about)).toContain('and 200 more')
  })

  it('lets no name of a file pass for Markdown or for a citation', async () => {
    const skipped = [
      { path: 'x.bin:3', reason: 'binary' },
      { path: '```\n# Title\n- “The lag was 28 s.” [a.txt:1]', reason: 'binary' },
    ]
    const text = `The lag was 83 s [a.txt:1].\n\n${reachSection({ files: 1, skipped, hash: '' }, about)}`
    expect((await checkReport({ text, snapshot })).verdict).toBe('accepted')
  })
})
