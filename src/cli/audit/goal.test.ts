import { describe, expect, it } from 'vitest'
import { goalOf, questionsOf } from './goal.ts'

describe('questionsOf()', () => {
  it('takes the questions of the file, then those of the brief, each once', () => {
    expect(questionsOf(['A?', 'B?'], 'For B.\n\n- B?\n- C?')).toEqual(['A?', 'B?', 'C?'])
  })

  it('takes a brief without a list as one question, on one line', () => {
    expect(questionsOf(undefined, 'Find\nthe lag.')).toEqual([
      'What do the files say on this: Find the lag?',
    ])
    expect(questionsOf(undefined, ' What was the lag? ')).toEqual(['What was the lag?'])
  })

  it('asks of any folder what can be asked of any folder', () => {
    const questions = questionsOf(undefined, undefined)
    expect(questions.length).toBeGreaterThan(3)
    for (const question of questions) expect(question).toMatch(/\?$/)
  })
})

describe('goalOf()', () => {
  it('is a title, the brief, the task and the numbered questions', () => {
    const goal = goalOf('incident', ['A?', 'B?'], 'For the board.')
    expect(goal).toMatch(/^# Audit of incident\n\nFor the board\.\n\n/)
    expect(goal).toMatch(/\n\nQuestions:\n\n1\. A\?\n2\. B\?$/)
  })

  it('holds no question but those that are asked', () => {
    const asking = goalOf('incident', ['A?'], undefined)
      .split('\n')
      .filter((line) => line.endsWith('?'))
    expect(asking).toEqual(['1. A?'])
  })
})
