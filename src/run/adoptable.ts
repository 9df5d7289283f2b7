import type { Identity } from '../journal/entry.ts'

/** A record that stands at a place, and how old it is. */
export interface Standing {
  readonly place: Identity
  /** `seq` of the entry that announced it. */
  readonly seq: number
}

/**
 * Records by the places that may adopt them: those that stand in a scope, or one level below it,
 * for every place in that scope or enclosed by it. So a call that was moved into a branch, out of
 * one, or from one branch to another is found again.
 *
 * Each look costs as many steps as the asking scope has levels, however many records there are.
 */
export class Adoptable {
  readonly #within = new Map<string, Line>()
  readonly #below = new Map<string, Line>()

  /** Takes in the next record, oldest first. */
  add(standing: Standing): void {
    const { scope, key } = standing.place
    addTo(this.#within, `${scope}\n${key}`, standing)
    const parent = parentOf(scope)
    if (parent !== undefined) addTo(this.#below, `${parent}\n${key}`, standing)
  }

  /**
   * The oldest record of a key that a scope may adopt.
   *
   * @param isFree Whether a record can be had; one that cannot is never looked at again.
   */
  oldest(
    scope: string,
    key: string,
    isFree: (standing: Standing) => boolean,
  ): Standing | undefined {
    let oldest: Standing | undefined
    for (let at: string | undefined = scope; at !== undefined; at = parentOf(at)) {
      for (const lines of [this.#within, this.#below]) {
        const head = lines.get(`${at}\n${key}`)?.head(isFree)
        if (head !== undefined && (oldest === undefined || head.seq < oldest.seq)) oldest = head
      }
    }
    return oldest
  }
}

/** The scope that encloses a scope; none encloses the top. Pure. */
export function parentOf(scope: string): string | undefined {
  return scope === '' ? undefined : scope.slice(0, scope.lastIndexOf('/'))
}

/** Records in the order of their age. */
class Line {
  readonly #standings: Standing[] = []
  #next = 0

  push(standing: Standing): void {
    this.#standings.push(standing)
  }

  head(isFree: (standing: Standing) => boolean): Standing | undefined {
    for (; this.#next < this.#standings.length; this.#next += 1) {
      const standing = this.#standings[this.#next]
      if (standing !== undefined && isFree(standing)) return standing
    }
    return undefined
  }
}

function addTo(lines: Map<string, Line>, text: string, standing: Standing): void {
  const line = lines.get(text)
  if (line !== undefined) return line.push(standing)
  const first = new Line()
  first.push(standing)
  lines.set(text, first)
}
