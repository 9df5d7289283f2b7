import { describe, expect, it } from 'vitest'
import { questionsIn } from './questions.ts'

describe('questionsIn()', () => {
  it('takes list items and headings that end in "?", in order, each once', () => {
    const text = `# Questions

Is this one? No: it stands in a paragraph.

- What is \`pool_max\`?
- Not a question.
* Who was told?
1. When did it start?
2) When did it end?

## Why?

Which one?
---

- Who was told?
`
    expect(questionsIn(text)).toEqual([
      'What is `pool_max`?',
      'Who was told?',
      'When did it start?',
      'When did it end?',
      'Why?',
      'Which one?',
    ])
  })

  it('puts a question that goes over several lines on one', () => {
    expect(questionsIn('- What was\n  the lag?\n')).toEqual(['What was the lag?'])
  })

  it('takes the items of inner lists for themselves', () => {
    expect(questionsIn('- On the lag\n  - How long?\n    - In s?\n')).toEqual([
      'How long?',
      'In s?',
    ])
  })

  it('leaves out the marks of a heading, and everything in code', () => {
    expect(questionsIn('### Why? ###\n\n```\n- What?\n```\n\n    # How?\n')).toEqual(['Why?'])
  })

  it('reads line ends of any kind', () => {
    expect(questionsIn('- One?\r\n- Two?\r\n')).toEqual(['One?', 'Two?'])
  })

  it('finds none in an empty text', () => {
    expect(questionsIn('')).toEqual([])
  })
})
