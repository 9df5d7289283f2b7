import { describe, expect, it } from 'vitest'
import { readQuestion } from './question.ts'
import { relevantLines } from './selection.ts'

const at = (text: string, path = 'a.txt', line = 1) => ({ path, line, text })
const textsFor = (question: string, ...lines: readonly ReturnType<typeof at>[]): string[] =>
  relevantLines(lines, readQuestion(question)).map(({ text }) => text)

describe('relevantLines()', () => {
  it('takes no line that holds one word of the question, whatever its path says', () => {
    const line = at('The insurer called.', 'boiler/inspection.txt')
    expect(textsFor('Was the boiler inspected by the insurer?', line)).toEqual([])
  })

  it('takes no line without the name that the question holds', () => {
    const question = 'When did db-7 lose its lease?'
    const [named, other] = [at('09:12 db-7 lost its lease'), at('09:13 db-9 lost its lease')]
    expect(textsFor(question, named, other)).toEqual([named.text])
    expect(textsFor(question, other)).toEqual([])
  })

  it('takes a line that gives a value to the name, however little else it holds', () => {
    const line = at('POOL_MAX=4')
    const question = 'What is `pool_max` in the guide, the settings, the log and the ticket?'
    expect(textsFor(question, line)).toEqual([line.text])
  })

  it('takes no line without a time where a time is asked for', () => {
    const question = 'When did the pump stop?'
    const timed = at('The pump stopped on 4 March.')
    expect(textsFor(question, at('The pump stopped.'), timed)).toEqual([timed.text])
  })

  it('leaves out what holds much less than the best line', () => {
    const best = at('The red pump near the gate failed.')
    const weak = at('A pump near a gate was bought.', 'b.txt')
    expect(textsFor('Why did the red pump near the gate fail?', best, weak)).toEqual([best.text])
  })
})
