import { describe, expect, it } from 'vitest'
import type { RejectedFinishCandidate } from '../../journal/rejected-finish-candidate.ts'
import { memoryStore } from '../../store/memory.ts'
import { candidateLines, candidateNamed, candidateText } from './candidates.ts'

const row = (hash: string): RejectedFinishCandidate => ({
  callId: 'call-1',
  verdict: 'repair',
  hash,
  chars: 12,
  failed: [{ name: 'quote', reasons: ['"\u001b[31mb" is not there'] }],
})
const rows = [row('aabb'.repeat(16)), row('aacc'.repeat(16)), row('22dd'.repeat(16))]

describe('candidateLines()', () => {
  it('shows number, hash, verdict and reasons, and whether the text was kept', () => {
    const kept = { ...row('ee'.repeat(32)), ref: 'blob' }
    expect(candidateLines([kept])).toEqual([
      '1  eeeeeeeeeeee  repair  12 characters, retained',
      '   quote: "b" is not there',
    ])
    expect(candidateLines([row('ee'.repeat(32))])[0]).toContain('not retained: not asked')
  })
})

describe('candidateNamed()', () => {
  it('finds by number before it finds by hash', () => {
    expect(candidateNamed('2', rows)).toBe(rows[1])
    expect(candidateNamed('22d', rows)).toBe(rows[2])
    expect(candidateNamed('aab', rows)).toBe(rows[0])
  })

  it('takes the same document twice as one', () => {
    const twice = [row('aa'.repeat(32)), row('aa'.repeat(32))]
    expect(candidateNamed('aa', twice)).toBe(twice[0])
  })

  it.each(['aa', 'ff', '9', '0'])('refuses %j, which names none or several', (name) => {
    expect(() => candidateNamed(name, rows)).toThrow('"--diff" must be the number of one of 3')
  })
})

describe('candidateText()', () => {
  it('reads what was retained', async () => {
    const store = memoryStore()
    const ref = await store.putBlob(new TextEncoder().encode('# Report'))
    expect(await candidateText({ ...row('aa'), ref }, store)).toBe('# Report')
  })

  it('throws for what was not', async () => {
    await expect(candidateText(row('aa'), memoryStore())).rejects.toMatchObject({
      code: 'blob-missing',
      message: 'The text of candidate aa was not retained',
    })
  })
})
