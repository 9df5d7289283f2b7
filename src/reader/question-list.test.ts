import { describe, expect, it } from 'vitest'
import { questionsIn, titleOf } from './question-list.ts'

describe('questionsIn()', () => {
  it('takes list items and headings that end in a question mark, each once', () => {
    const goal =
      '# Audit\n\nIs this one?\n\n1. Is it red?\n- Is it `blue`?\r\n## Is it wet? ##\n* no\n2) Is it red?'
    expect(questionsIn(goal)).toEqual(['Is it red?', 'Is it `blue`?', 'Is it wet?'])
  })

  it('takes the whole text when it lists none, and nothing of a blank one', () => {
    expect(questionsIn(' Find it. ')).toEqual(['Find it.'])
    expect(questionsIn(' \n')).toEqual([])
  })
})

describe('titleOf()', () => {
  it('is the first heading that asks nothing', () => {
    expect(titleOf('## Is it red?\n\n## Questions:\n\n# Audit of 2024')).toBe('Audit of 2024')
    expect(titleOf('plain')).toBeUndefined()
  })
})
