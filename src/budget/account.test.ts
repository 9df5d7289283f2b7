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

const step = fc.record({
  account: fc.nat(3),
  amount: fc.nat(50),
  /** How much of a reservation is really used, in tenths; above 10 the call cost more. */
  used: fc.nat(10),
  end: fc.constantFrom('settle', 'keep'),
})

describe('Account', () => {
  it('never overdraws any account by reservations, whatever the schedule', () => {
    const limits = fc.array(fc.nat(200), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(limits, fc.array(step, { maxLength: 60 }), (limit, steps) => {
        const accounts = tree(limit)
        const spent = [0, 0, 0, 0]
        const held = [0, 0, 0, 0]
        for (const { account, amount, used, end } of steps) {
          const path = paths[account] ?? []
          const free = Math.min(
            ...path.map((at) => (limit[at] ?? 0) - (spent[at] ?? 0) - (held[at] ?? 0)),
          )
          const reserved = accounts[account]?.reserve(amount)
          expect(reserved?.ok).toBe(amount <= free)
          if (reserved?.ok !== true) continue
          const cost = Math.floor((amount * used) / 10)
          if (end === 'settle') accounts[account]?.settle(amount, cost)
          for (const at of path) {
            if (end === 'settle') spent[at] = (spent[at] ?? 0) + cost
            else held[at] = (held[at] ?? 0) + amount
          }
        }
        for (const [at, each] of accounts.entries()) {
          expect(each.spentNanoUsd).toBe(spent[at])
          expect(each.heldNanoUsd).toBe(held[at])
          expect(each.spentNanoUsd + each.heldNanoUsd).toBeLessThanOrEqual(limit[at] ?? 0)
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
