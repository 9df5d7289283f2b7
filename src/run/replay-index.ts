import type {
  Decided,
  Entry,
  Identity,
  StepCompleted,
  StepFailed,
  StepStarted,
} from '../journal/entry.ts'

/** What the journal holds about one effect. */
export type Recorded =
  | { readonly state: 'completed'; readonly started: StepStarted; readonly ended: StepCompleted }
  | { readonly state: 'failed'; readonly started: StepStarted; readonly ended: StepFailed }
  /** It was dispatched, and nothing tells what came of it. */
  | { readonly state: 'open'; readonly started: StepStarted }
  | { readonly state: 'decided'; readonly entry: Decided }

interface RecordedBranch {
  readonly path: string
  readonly position: number
}

/** How much of its first effect's key stands in the path of an array branch. */
const keyChars = 12

/**
 * What a journal holds, looked up by identity: the determinism boundary of a run.
 *
 * It knows no store, clock or model, so that a recorded run can be replayed from an array.
 *
 * Invariants
 *   I1  A record is handed out at most once.
 *   I2  A miss consumes nothing, so an inserted effect does not disturb later ones.
 *   I3  Of several attempts at one effect, the last counts.
 *   I4  An array branch is known by its path, which holds the key of its first effect, its position
 *       and a count; in which order its entries were written does not matter.
 */
export class ReplayIndex {
  readonly #records = new Map<string, Recorded>()
  readonly #started = new Map<number, StepStarted>()
  readonly #ordinals = new Map<string, number>()
  /** Recorded array branches that nothing has claimed, by path without position. */
  readonly #unclaimed = new Map<string, RecordedBranch[]>()
  readonly #knownBranches = new Set<string>()
  /** How many branches of one parent, first key and position there are. */
  readonly #branchCounts = new Map<string, number>()

  /** Takes in the next entry of the journal. */
  add(entry: Entry): void {
    switch (entry.type) {
      case 'step-started':
        this.#started.set(entry.seq, entry)
        this.#records.set(identityText(entry), { state: 'open', started: entry })
        this.#noteBranches(entry)
        return
      case 'step-completed':
      case 'step-failed':
        this.#end(entry)
        return
      case 'decided':
        this.#records.set(identityText(entry), { state: 'decided', entry })
        this.#noteBranches(entry)
        return
      case 'run-started':
      case 'run-settled':
      case 'run-reopened':
        return
    }
  }

  /** Hands out the record of an effect, once. */
  take(identity: Identity): Recorded | undefined {
    const text = identityText(identity)
    const recorded = this.#records.get(text)
    this.#records.delete(text)
    return recorded
  }

  /** How many records nothing has asked for. */
  get untaken(): number {
    return this.#records.size
  }

  /** Numbers equal keys of one path in the order of the calls, from 0. */
  nextOrdinal(scope: string, key: string): number {
    const text = `${scope}\n${key}`
    const ordinal = this.#ordinals.get(text) ?? 0
    this.#ordinals.set(text, ordinal + 1)
    return ordinal
  }

  /** The path of an array branch that begins with `firstKey`: a recorded one, or a new one. */
  claimBranch(parent: string, position: number, firstKey: string): string {
    const group = `${parent}/#${firstKey.slice(0, keyChars)}`
    const alike = this.#unclaimed.get(group) ?? []
    const samePosition = alike.findIndex((branch) => branch.position === position)
    const [claimed] = alike.splice(Math.max(samePosition, 0), 1)
    return claimed?.path ?? this.#newBranchPath(`${group}.${position}`)
  }

  #newBranchPath(base: string): string {
    const count = this.#branchCounts.get(base) ?? 0
    this.#branchCounts.set(base, count + 1)
    return count === 0 ? base : `${base}.${count}`
  }

  #end(ended: StepCompleted | StepFailed): void {
    const started = this.#started.get(ended.started)
    if (started === undefined) return
    this.#started.delete(ended.started)
    const text = identityText(started)
    this.#records.set(
      text,
      ended.type === 'step-completed'
        ? { state: 'completed', started, ended }
        : { state: 'failed', started, ended },
    )
  }

  #noteBranches({ scope }: Identity): void {
    for (let at = scope.indexOf('/#'); at >= 0; at = scope.indexOf('/#', at + 1)) {
      const next = scope.indexOf('/', at + 1)
      this.#noteBranch(next < 0 ? scope : scope.slice(0, next), at)
    }
  }

  #noteBranch(path: string, at: number): void {
    if (this.#knownBranches.has(path)) return
    this.#knownBranches.add(path)
    const [firstKey = '', position = '0', repeat = '0'] = path.slice(at + 2).split('.')
    const group = `${path.slice(0, at)}/#${firstKey}`
    const base = `${group}.${position}`
    const count = Math.max(this.#branchCounts.get(base) ?? 0, Number(repeat) + 1)
    this.#branchCounts.set(base, count)
    const branch = { path, position: Number(position) }
    const alike = this.#unclaimed.get(group)
    if (alike === undefined) this.#unclaimed.set(group, [branch])
    else alike.push(branch)
  }
}

function identityText(identity: Identity): string {
  return `${identity.scope}\n${identity.key}\n${identity.ordinal}`
}
