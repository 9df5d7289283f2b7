import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Entry, genesis } from '../journal/entry.ts'
import { ReplayIndex } from './replay-index.ts'

/** A journal of completed steps, one for each scope and key, numbered as a run numbers them. */
function journalOf(effects: readonly { scope: string; key: string }[]): Entry[] {
  const numbers = new ReplayIndex()
  return effects.flatMap(({ scope, key }, at) => {
    const base = { at: 0, prev: genesis }
    const started = at * 2 + 1
    const ordinal = numbers.nextOrdinal(scope, key)
    return [
      {
        ...base,
        type: 'step-started',
        seq: started,
        scope,
        key,
        ordinal,
        kind: 'step',
        label: key,
      },
      { ...base, type: 'step-completed', seq: started + 1, started, output: { json: at } },
    ] satisfies Entry[]
  })
}

function indexOf(entries: readonly Entry[]): ReplayIndex {
  const index = new ReplayIndex()
  for (const entry of entries) index.add(entry)
  return index
}

/** Asks for a sequence of keys at the top, and tells which were hits. */
function replay(recorded: readonly string[], asked: readonly string[]): readonly boolean[] {
  const index = indexOf(journalOf(recorded.map((key) => ({ scope: '', key }))))
  return asked.map((key) => {
    const ordinal = index.nextOrdinal('', key)
    return index.take({ scope: '', key, ordinal })?.state === 'completed'
  })
}

function countOf(items: readonly string[], key: string): number {
  return items.filter((each) => each === key).length
}

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 })

describe('ReplayIndex', () => {
  it('misses exactly what is new, whatever was inserted, removed or swapped', () => {
    fc.assert(
      fc.property(keys, keys, (recorded, asked) => {
        const misses = replay(recorded, asked).filter((hit) => !hit).length
        const news = ['a', 'b', 'c', 'd'].map((key) =>
          Math.max(0, countOf(asked, key) - countOf(recorded, key)),
        )
        expect(misses).toBe(news.reduce((sum, each) => sum + each, 0))
      }),
    )
  })

  it('hands a record out once', () => {
    const index = indexOf(journalOf([{ scope: '', key: 'a' }]))
    const identity = { scope: '', key: 'a', ordinal: 0 }
    expect(index.take(identity)?.state).toBe('completed')
    expect(index.take(identity)).toBeUndefined()
    expect(index.untaken).toBe(0)
  })

  it('hands no record out twice, whatever is asked for in its place and adopted elsewhere', () => {
    const scopes = ['', '/x', '/y', '/x/z', '/#a.0']
    const effects = fc.record({ scope: fc.constantFrom(...scopes), key: fc.constantFrom('a', 'b') })
    const asks = fc.array(effects, { maxLength: 20 })
    fc.assert(
      fc.property(asks, asks, fc.array(fc.constantFrom(...scopes)), (recorded, asked, closed) => {
        const index = indexOf(journalOf(recorded))
        const taken = asked.flatMap(({ scope, key }, at) => {
          const close = closed[at]
          if (close !== undefined) index.close(close)
          const place = { scope, key, ordinal: index.nextOrdinal(scope, key) }
          const found = index.take(place) ?? index.adopt(place)?.recorded
          return found !== undefined && 'started' in found ? [found.started] : []
        })
        expect(new Set(taken).size).toBe(taken.length)
        expect(index.untaken).toBe(recorded.length - taken.length)
      }),
    )
  })

  it('adopts the oldest that stands in reach, and never gives its place out again', () => {
    const at = ['/x/far', '/y', '/x', ''].map((scope) => ({ scope, key: 'a' }))
    const index = indexOf(journalOf(at))
    const asks = [0, 1, 2, 3].map((ordinal) => ({ scope: '/z', key: 'a', ordinal }))
    expect(asks.map((place) => index.adopt(place)?.from.scope)).toEqual(['/y', '/x', '', undefined])
    expect(['', '/y', '/x/far'].map((scope) => index.nextOrdinal(scope, 'a'))).toEqual([1, 1, 0])
  })

  it('lets the last of several attempts count', () => {
    const [started, completed] = journalOf([{ scope: '', key: 'a' }]) as [Entry, Entry]
    const again = { ...started, seq: 3 } as Entry
    const identity = { scope: '', key: 'a', ordinal: 0 }
    expect(indexOf([started, again]).take(identity)?.state).toBe('open')
    const late = { ...completed, seq: 4, started: 3 } as Entry
    expect(indexOf([started, again, late]).take(identity)).toMatchObject({
      state: 'completed',
      started: { seq: 3 },
    })
  })

  it('ignores an end whose beginning it does not know', () => {
    const [, completed] = journalOf([{ scope: '', key: 'a' }])
    expect(indexOf([completed as Entry]).untaken).toBe(0)
  })
})

describe('ReplayIndex.claimBranch()', () => {
  const first = ['a', 'b', 'a', 'c'].map((key, at) => ({ scope: `/#${key}.${at}`, key }))

  it('finds branches again by their first effect, and makes a path for a new one', () => {
    const index = indexOf(journalOf(first))
    const asked = ['new', 'a', 'b', 'a', 'c']
    const paths = asked.map((key, position) => index.claimBranch('', position, key))
    expect(paths).toEqual(['/#new.0', '/#a.0', '/#b.1', '/#a.2', '/#c.3'])
  })

  it('tells branches that begin alike apart by position', () => {
    const index = indexOf(journalOf(first))
    expect(index.claimBranch('', 2, 'a')).toBe('/#a.2')
    expect(index.claimBranch('', 0, 'a')).toBe('/#a.0')
    expect(index.claimBranch('', 1, 'a')).toBe('/#a.1')
  })

  it('claims each recorded branch once and gives no path twice', () => {
    const branches = fc.array(fc.tuple(fc.nat(5), fc.constantFrom('a', 'b', 'c')), {
      maxLength: 12,
    })
    fc.assert(
      fc.property(keys, branches, (recorded, asked) => {
        const scopes = recorded.map((key, at) => ({ scope: `/#${key}.${at}`, key }))
        const index = indexOf(journalOf(scopes))
        const paths = asked.map(([position, key]) => index.claimBranch('', position, key))
        expect(new Set(paths).size).toBe(paths.length)
        const wrong = paths.filter((path, at) => {
          const known = scopes.find(({ scope }) => scope === path)
          return known !== undefined && known.key !== asked[at]?.[1]
        })
        expect(wrong).toEqual([])
      }),
    )
  })

  it('gives branches that a second list begins alike at one position paths of their own', () => {
    const index = indexOf(
      journalOf([
        { scope: '/#a.0', key: 'a' },
        { scope: '/#a.0.1', key: 'a' },
      ]),
    )
    const paths = [0, 0, 0].map((position) => index.claimBranch('', position, 'a'))
    expect(paths).toEqual(['/#a.0', '/#a.0.1', '/#a.0.2'])
  })

  it('tells such branches apart by their paths, in whichever order they were written', () => {
    const scopes = ['/#a.1', '/#a.0.1', '/#a.0']
    const index = indexOf(journalOf(scopes.map((scope) => ({ scope, key: 'a' }))))
    const paths = [0, 0, 1].map((position) => index.claimBranch('', position, 'a'))
    expect(paths).toEqual(['/#a.0', '/#a.0.1', '/#a.1'])
  })

  it('knows branches inside of branches', () => {
    const index = indexOf(
      journalOf([
        { scope: '/#x.0/inner/#y.1', key: 'y' },
        { scope: '/#x.0/inner/#x.0', key: 'x' },
      ]),
    )
    expect(index.claimBranch('', 3, 'x')).toBe('/#x.0')
    expect(index.claimBranch('/#x.0/inner', 1, 'x')).toBe('/#x.0/inner/#x.0')
    expect(index.claimBranch('/#x.0/inner', 0, 'y')).toBe('/#x.0/inner/#y.1')
  })
})
