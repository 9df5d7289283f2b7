import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.ts'
import { rankLines } from './ranking.ts'

const question = readQuestion('Which pump failed in the boiler house?')
const line = (text: string, path = 'log.txt', number = 1) => ({ path, line: number, text })

describe('rankLines()', () => {
  it('puts rare words before common ones', () => {
    const common = Array.from({ length: 20 }, (_, index) => line('pump runs', 'log.txt', index + 1))
    const ranked = rankLines([...common, line('boiler cold', 'b.txt')], question)
    expect(ranked[0]?.text).toBe('boiler cold')
  })

  it('counts a word of the path half', () => {
    const [first, second] = rankLines(
      [line('pump stopped', 'boiler/house.txt'), line('pump failed in boiler house')],
      question,
    )
    expect(first?.coverage).toBe(1)
    expect(second?.coverage).toBeGreaterThan(0.4)
    expect(second?.coverage).toBeLessThan(0.6)
  })

  it('keeps equal lines in the order of their places', () => {
    const ranked = rankLines(
      [line('pump', 'b.txt'), line('pump', 'a.txt', 2), line('pump', 'a.txt')],
      question,
    )
    expect(ranked.map(({ path, line: number }) => `${path}:${number}`)).toEqual([
      'a.txt:1',
      'a.txt:2',
      'b.txt:1',
    ])
  })
})
