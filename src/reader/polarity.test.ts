import { describe, expect, it } from 'vitest'
import { isTurnedAround, stanceOf } from './polarity.ts'

const turned = (one: string, other: string): boolean =>
  isTurnedAround(stanceOf(one), stanceOf(other))
const rule = 'Do not open the main valve while pressure is high.'

describe('isTurnedAround()', () => {
  it('finds the same words without their negation', () => {
    expect(turned(rule, 'Do open the main valve while pressure is high.')).toBe(true)
    expect(turned(rule, '> It says: "open the main valve while pressure is high"')).toBe(true)
  })

  it('finds nothing between equal, unlike or short sentences', () => {
    expect(turned(rule, rule)).toBe(false)
    expect(turned(rule, 'Open the side door while nobody is in the yard.')).toBe(false)
    expect(turned('not done', 'done')).toBe(false)
  })

  it('takes two negations as none', () => {
    expect(turned(rule, `Never ${rule}`)).toBe(true)
    expect(turned(`Never ${rule}`, rule.replace('not ', ''))).toBe(false)
  })
})
