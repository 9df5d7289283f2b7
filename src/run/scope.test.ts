import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ReplayIndex } from './replay-index.ts'
import { type Place, placeWithin, runAt, Scope } from './scope.ts'

function top(): Scope {
  return Scope.top(new ReplayIndex())
}

describe('Scope', () => {
  it('numbers equal keys in one path in the order of asking', () => {
    const scope = top()
    expect([scope.place('k'), scope.place('x'), scope.place('k')]).toEqual([
      { scope: '', key: 'k', ordinal: 0 },
      { scope: '', key: 'x', ordinal: 0 },
      { scope: '', key: 'k', ordinal: 1 },
    ])
  })

  it('places a named branch by its name, and shares it among those who use the name', () => {
    const scope = top()
    expect(scope.named('left').place('k')).toEqual({ scope: '/left', key: 'k', ordinal: 0 })
    expect(scope.named('left').place('k')).toEqual({ scope: '/left', key: 'k', ordinal: 1 })
  })

  it('gives an array branch its path at its first effect, and keeps it', () => {
    const scope = top()
    const [one, other] = [scope.branch(0), scope.branch(1)]
    expect(other.place('k').scope).toBe('/#k.1')
    expect(one.place('x').scope).toBe('/#x.0')
    expect(one.place('y').scope).toBe('/#x.0')
    expect(one.named('in').branch(0).place('z').scope).toBe('/#x.0/in/#z.0')
  })

  it('never gives two names one path, nor a name the path of an array branch', () => {
    const name = fc.string({ unit: fc.constantFrom('/', '#', '%', '0', 'a', '2f'), maxLength: 4 })
    fc.assert(
      fc.property(name, name, name, name, (a, b, c, d) => {
        fc.pre(a !== c || b !== d)
        const scope = top()
        const path = scope.named(a).named(b).place('k').scope
        expect(path).not.toBe(scope.named(c).named(d).place('k').scope)
        expect(path).not.toBe(scope.named(a).branch(0).place('k').scope)
      }),
      {
        examples: [
          ['a/0', 'a', 'a', '0/a'],
          ['a', '#k.0', 'b', 'b'],
          ['%', '2f', '/', ''],
        ],
      },
    )
  })
})

describe('placeWithin()', () => {
  it('is the top outside of every branch and the branch inside of it, across awaits', async () => {
    const outer: Place = { scope: top() }
    const inner: Place = { scope: outer.scope.named('in'), phase: 'p' }
    expect(placeWithin(outer)).toBe(outer)
    await runAt(inner, async () => {
      await Promise.resolve()
      expect(placeWithin(outer)).toBe(inner)
    })
    expect(placeWithin(outer)).toBe(outer)
  })
})
