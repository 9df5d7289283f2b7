import { describe, expect, it } from 'vitest'
import { memoryResolver } from '../../snapshot/memory.ts'
import type { Output } from '../terminal/output.ts'
import { concludeAudit, type SettledAudit } from './conclude-audit.ts'

const cost = {
  totalUsd: 1.5,
  unpriced: [],
  unknown: 1,
  requests: 4,
  byModel: {},
  byRole: {},
  byPhase: {},
  byAgent: {},
}

describe('concludeAudit()', () => {
  it('writes no report of a rejected run, and says what was rejected and how to see it', async () => {
    const said: string[] = []
    const output: Output = {
      isOpen: true,
      result: (text) => void said.push(`result ${text}`),
      note: (text) => void said.push(text),
    }
    const failed = [{ name: 'quote', reasons: ['Quote "b" does not occur at a.txt:1'] }]
    const audit = {
      runId: 'run-1',
      args: { folder: '/a', questions: ['A?'], out: '/none/r.md', model: 'm', strict: false },
      outcome: {
        status: 'error',
        error: { code: 'orchestration-rejected', message: 'not accepted', data: { failed } },
        rejectedFinishCandidates: [{}],
        cost,
      },
      snapshot: { ...memoryResolver({}), skipped: [] },
      place: { path: '/s.db', flag: ' --store s.db' },
    } as unknown as SettledAudit
    expect(await concludeAudit(audit, output)).toBe(1)
    expect(said).toEqual([
      'error: not accepted (orchestration-rejected)',
      'quote: Quote "b" does not occur at a.txt:1',
      'No report was written to /none/r.md.',
      'Cost at least $1.50 (4 model calls; 1 of unknown cost). Run: assay inspect run-1 --store s.db',
      'What was not accepted: assay inspect run-1 --candidates --store s.db',
    ])
  })
})
