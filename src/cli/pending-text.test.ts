import { describe, expect, it } from 'vitest'
import { pendingLine, suspensionLines } from './pending-text.ts'

describe('pendingLine()', () => {
  it('says what is waited for, until when, and where, without control sequences', () => {
    const at = Date.UTC(2026, 0, 31, 12)
    expect(pendingLine({ kind: 'timer', dueAt: at })).toContain('2026-01-31 12:00')
    const prompt = 'Go \u001b[31mon?'
    const signal = { kind: 'signal', key: 'k', prompt, deadlineAt: at, runId: 'child-1' } as const
    expect(pendingLine(signal)).toMatch(
      /^signal "k": Go on\?, until 2026-01-31 12:00.* UTC, in child run child-1$/,
    )
  })
})

describe('suspensionLines()', () => {
  it('says how each signal is answered where it waits, and how the run goes on', () => {
    const pending = [
      { kind: 'signal', key: "it's" },
      { kind: 'signal', key: 'k', runId: 'child-1' },
      { kind: 'timer', dueAt: 0 },
    ] as const
    expect(suspensionLines('run-1', pending, ' --store s.db').slice(3)).toEqual([
      "Answer with: assay signal run-1 'it'\\''s' JSON --store s.db",
      'Answer with: assay signal child-1 k JSON --store s.db',
      'Then go on with: assay resume run-1 --store s.db',
    ])
  })
})
