import { AsyncLocalStorage } from 'node:async_hooks'
import type { Identity } from '../journal/entry.ts'
import type { ReplayIndex } from './replay-index.ts'

/**
 * Scopes tell effects of different branches apart, so that branches which run at once cannot take
 * each other's records.
 *
 * A named branch has the same path in every version of a workflow. An array branch has none until
 * its first effect: it then claims the recorded branch that began with the same key, whatever its
 * position was, and only branches that begin alike are told apart by position. The path holds the
 * key of the first effect also where that effect is adopted from elsewhere.
 *
 * Invariants
 *   S1  A recorded array branch is claimed at most once in a replay.
 *   S2  A path, once given, never changes.
 *   S3  Equal keys in one path are numbered in the order in which they are asked for.
 */
export class Scope {
  readonly #index: ReplayIndex
  readonly #parent: Scope | undefined
  /** The name of a named branch, or the position of an array branch. */
  readonly #at: string | number
  #path: string | undefined

  private constructor(index: ReplayIndex, parent: Scope | undefined, at: string | number) {
    this.#index = index
    this.#parent = parent
    this.#at = at
  }

  /** The scope of a run's own body. */
  static top(index: ReplayIndex): Scope {
    return new Scope(index, undefined, '')
  }

  /** A branch that is found again by its name. */
  named(name: string): Scope {
    return new Scope(this.#index, this, name)
  }

  /** A branch that is found again by its first effect. */
  branch(position: number): Scope {
    return new Scope(this.#index, this, position)
  }

  /** Places an effect with this content key. */
  place(key: string): Identity {
    const scope = this.#pathFor(key)
    return { scope, key, ordinal: this.#index.nextOrdinal(scope, key) }
  }

  #pathFor(firstKey: string): string {
    this.#path ??= this.#findPath(firstKey)
    return this.#path
  }

  #findPath(firstKey: string): string {
    if (this.#parent === undefined) return ''
    const parent = this.#parent.#pathFor(firstKey)
    return typeof this.#at === 'number'
      ? this.#index.claimBranch(parent, this.#at, firstKey)
      : `${parent}/${escaped(this.#at)}`
  }
}

/** A name without the signs that paths are built with. */
function escaped(name: string): string {
  return name.replace(/[%/#]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
}

/** Where the code that is running now stands in its run. */
export interface Place {
  readonly scope: Scope
  readonly phase?: string
}

const places = new AsyncLocalStorage<Place>()

/** The place of the code that is running now, or `top` outside of every branch. */
export function placeWithin(top: Place): Place {
  return places.getStore() ?? top
}

/** Runs `body` at a place; everything that it awaits stays there. */
export function runAt<T>(place: Place, body: () => T): T {
  return places.run(place, body)
}
