import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Account } from './account.ts'

/** A root, two children and a grandchild, each with its limit. */
function tree(limits: readonly number[]): readonly Account[] {
  const [root = 0, left = 0, right = 0, inner = 0] = limits
  const top = new Account(root)
  const one = new Account(left, top)
  return [top, one, new Account(right, top), new Account(inner, one)]
}

/** Which accounts enclose each, itself included. */
const paths = [[0], [0, 1], [0, 2], [0, 1, 3]]

interface Step {
  readonly account: number
  readonly amount: number
  /** How much of a reservation is really used, in tenths. */
  readonly used: number
  readonly end: 'settle' | 'keep'
}

const step: fc.Arbitrary<Step> = fc.record({
  account: fc.nat(3),
  amount: fc.nat(50),
  used: fc.nat(10),
  end: fc.constantFrom('settle', 'keep'),
})

interface Model {
  readonly most: number
  spent: number
  held: number
}

/** Takes one step on the accounts and on the model of them, and expects equal answers. */
function expectStep(
  accounts: readonly Account[],
  models: readonly Model[],
  { account, amount, used, end }: Step,
): void {
  const enclosing = (paths[account] ?? []).flatMap((at) => models[at] ?? [])
  const free = Math.min(...enclosing.map(({ most, spent, held }) => most - spent - held))
  const isGranted = accounts[account]?.reserve(amount).ok
  expect(isGranted).toBe(amount <= free)
  if (isGranted !== true) return
  const cost = Math.floor((amount * used) / 10)
  if (end === 'settle') accounts[account]?.settle(amount, cost)
  for (const model of enclosing) {
    if (end === 'settle') model.spent += cost
    else model.held += amount
  }
}

describe('Account', () => {
  it('never overdraws any account by reservations, whatever the schedule', () => {
    const limits = fc.array(fc.nat(200), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60 }), (limit, steps) => {
        const accounts = tree(limit)
        const models = limit.map((most) => ({ most, spent: 0, held: 0 }))
        for (const each of steps) expectStep(accounts, models, each)
        for (const [at, account] of accounts.entries()) {
          const { most, spent, held } = models[at] ?? { most: 0, spent: 0, held: 0 }
          expect([account.spentNanoUsd, account.heldNanoUsd]).toEqual([spent, held])
          expect(spent + held).toBeLessThanOrEqual(most)
        }
      }),
    )
  })

  it('says what is free when it refuses, and takes nothing', () => {
    const top = new Account(10)
    const sub = new Account(100, top)
    expect(sub.reserve(11)).toEqual({ ok: false, reason: 'over-limit', freeNanoUsd: 10 })
    expect(sub.heldNanoUsd).toBe(0)
    expect(sub.reserve(10)).toEqual({ ok: true })
    expect(top.freeNanoUsd).toBe(0)
  })

  it('leaves nothing free, and no debt, after a call that cost more than was reserved', () => {
    const account = new Account(10)
    account.reserve(10)
    account.settle(10, 25)
    expect(account.spentNanoUsd).toBe(25)
    expect(account.freeNanoUsd).toBe(0)
    expect(account.reserve(1).ok).toBe(false)
  })

  it('recalls an amount up to the account that has counted it already', () => {
    const top = new Account(100)
    const sub = new Account(50, top)
    sub.recall({ spentNanoUsd: 20, heldNanoUsd: 5 }, top)
    expect([sub.freeNanoUsd, top.freeNanoUsd]).toEqual([25, 100])
  })

  it('has no limit at Infinity', () => {
    expect(new Account(Number.POSITIVE_INFINITY).reserve(1e15)).toEqual({ ok: true })
  })
})
