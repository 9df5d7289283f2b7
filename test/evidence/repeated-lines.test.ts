import { describe, expect, it } from 'vitest'
import { memoryResolver } from '../../src/snapshot/memory.ts'
import { checkReport } from '../../src/evidence/check-report.ts'

const snapshot = memoryResolver({
  'run-book.md':
    'Do not restart the primary while replication lag is above 30 s.\nThe log is kept for a year.\n',
})

async function verdictOf(text: string): Promise<readonly [string, readonly string[]]> {
  const { verdict, checks } = await checkReport({ text, snapshot })
  const findings = checks.flatMap((check) => check.findings)
  return [verdict, findings.filter(({ severity }) => severity === 'error').map((f) => f.message)]
}

describe('quoteCheck()', () => {
  it('rejects a sentence that repeats a line without its negation', async () => {
    const text = 'Restart the primary while replication lag is above 30 s [run-book.md:1].'
    const [verdict, [message]] = await verdictOf(text)
    expect(verdict).toBe('rejected')
    expect(message).toContain('drops the negation "not"')
  })

  it('rejects a sentence that adds a negation to a line which it repeats', async () => {
    expect(await verdictOf('The log is not kept for a year [run-book.md:2].')).toEqual([
      'rejected',
      [expect.stringContaining('adds the negation "not"')],
    ])
  })

  it('rejects a bare quote that begins right after a negation', async () => {
    const text = '- “Restart the primary while replication lag is above 30 s.” [run-book.md:1]'
    expect(await verdictOf(text)).toEqual([
      'rejected',
      [expect.stringContaining('drops the negation "not"')],
    ])
  })

  it('accepts such a quote where the sentence has words of its own', async () => {
    const text =
      'It forbids to “restart the primary while replication lag is above 30 s” [run-book.md:1].'
    expect(await verdictOf(text)).toEqual(['accepted', []])
  })

  it('accepts a line that is repeated as it is, and says nothing of a paraphrase', async () => {
    expect(await verdictOf('The log is kept for a year [run-book.md:2].')).toEqual(['accepted', []])
    const paraphrase = 'The log of the primary is kept [run-book.md:2].'
    expect(await verdictOf(paraphrase)).toEqual(['qualified', []])
  })
})
