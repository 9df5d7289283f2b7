import { describe, expect, it } from 'vitest'
import { journalStoreConformance, scriptedModel, virtualClock } from '../../src/testing/index.ts'
import { refusalOf } from './refusal.ts'

const bad = (value: unknown): never => value as never

describe('the door assay/testing', () => {
  it.each([
    ['scriptedModel("hi")', () => scriptedModel(bad('hi')), 'script'],
    ['virtualClock(null)', () => virtualClock(bad(null)), 'options'],
    ['virtualClock({ now: "x" })', () => virtualClock(bad({ now: 'x' })), 'now'],
    ['virtualClock({ now: NaN })', () => virtualClock({ now: Number.NaN }), 'now'],
    ['advance(NaN)', () => virtualClock().advance(Number.NaN), 'ms'],
    ['advance(-1)', () => virtualClock().advance(-1), 'ms'],
    ['journalStoreConformance({})', () => journalStoreConformance(bad({})), 'makeStore'],
  ])('refuses %s', async (_, act, name) => {
    expect(await refusalOf(act)).toBe(`invalid-argument ${name}`)
  })
})
