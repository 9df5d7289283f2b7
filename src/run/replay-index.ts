import type {
  Decided,
  Entry,
  Identity,
  SignalAwaited,
  SignalExpired,
  SignalReceived,
  StepCompleted,
  StepFailed,
  StepStarted,
} from '../journal/entry.ts'
import { Adoptable, parentOf, type Standing } from './adoptable.ts'

/** What the journal holds about one effect. */
export type Recorded =
  | (RecordedStep & { readonly state: 'completed'; readonly ended: StepCompleted })
  | (RecordedStep & { readonly state: 'failed'; readonly ended: StepFailed })
  /** It was dispatched, and nothing tells what came of it. */
  | (RecordedStep & { readonly state: 'open' })
  | { readonly state: 'decided'; readonly entry: Decided }

interface RecordedStep {
  /** Its last attempt. It names the place where the effect was first asked for. */
  readonly started: StepStarted
  /** `seq` of the decision by which another place took it over. */
  readonly adoptedAt?: number
}

/** The place where an effect was first asked for, which is its identity ever after. Pure. */
export function firstPlaceOf(recorded: Recorded | undefined): Identity | undefined {
  if (recorded === undefined || recorded.state === 'decided') return undefined
  const { scope, key, ordinal } = recorded.started
  return { scope, key, ordinal }
}

/** The `seq` at whose turn an effect that ended is released. Pure. */
export function releaseSeqOf({ ended, adoptedAt = 0 }: RecordedEnd): number {
  return Math.max(ended.seq, adoptedAt)
}

type RecordedEnd = Extract<Recorded, { readonly ended: object }>

/** A record that another place takes over. */
export interface Adopted {
  readonly recorded: Exclude<Recorded, { readonly state: 'decided' }>
  /** Where it stood. */
  readonly from: Identity
}

/** The decision by which a place takes over a record that stood elsewhere. */
export const adoption = 'adopted'

/** What that decision says: which record, and where it stood. The key is that of the decision. */
export interface AdoptionValue {
  readonly seq: number
  readonly scope: string
  readonly ordinal: number
}

/** What the journal holds about one signal that the code waited for. */
export interface RecordedSignal {
  readonly awaited: SignalAwaited
  /** How the waiting ended; absent while it goes on. */
  readonly ended?: SignalReceived | SignalExpired
}

interface RecordedBranch {
  readonly path: string
  readonly position: number
  /** Counts branches that begin alike at one position, from 0. */
  readonly repeat: number
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
 *   I5  A place whose record was adopted elsewhere is never given out again, so that no two effects
 *       of a run share an identity.
 *   I6  Decisions are never adopted: they are about their own place.
 */
export class ReplayIndex {
  readonly #records = new Map<string, Recorded>()
  readonly #started = new Map<number, StepStarted>()
  readonly #signals = new Map<string, RecordedSignal>()
  readonly #awaited = new Map<number, SignalAwaited>()
  readonly #ordinals = new Map<string, number>()
  /** Recorded array branches that nothing has claimed, by path without position. */
  readonly #unclaimed = new Map<string, RecordedBranch[]>()
  readonly #sorted = new Set<string>()
  readonly #knownBranches = new Set<string>()
  /** How many branches of one parent, first key and position there are. */
  readonly #branchCounts = new Map<string, number>()
  /** Places whose records were adopted elsewhere. */
  readonly #moved = new Set<string>()
  /** Where adopted records stand, by the place where they were first asked for. */
  readonly #movedTo = new Map<string, string>()
  readonly #closed = new Set<string>()
  #adoptable: Adoptable | undefined

  /** Takes in the next entry of the journal. */
  add(entry: Entry): void {
    if (entry.type === 'step-started') {
      this.#started.set(entry.seq, entry)
      this.#records.set(this.#placeOf(entry), { state: 'open', started: entry })
      this.#noteBranches(entry)
    } else if (entry.type === 'step-completed' || entry.type === 'step-failed') {
      this.#end(entry)
    } else if (entry.type === 'decided') {
      if (entry.decision === adoption) this.#move(entry)
      else this.#records.set(identityText(entry), { state: 'decided', entry })
      this.#noteBranches(entry)
    } else if (entry.type === 'signal-awaited') {
      this.#awaited.set(entry.seq, entry)
      this.#signals.set(identityText(entry), { awaited: entry })
      this.#noteBranches(entry)
    } else if (entry.type === 'signal-received' || entry.type === 'signal-expired') {
      this.#endSignal(entry)
    }
  }

  /** Hands out the record of an effect, once. */
  take(identity: Identity): Recorded | undefined {
    const text = identityText(identity)
    const recorded = this.#records.get(text)
    this.#records.delete(text)
    return recorded
  }

  /** Whether a place that holds no record may take one over. */
  mayAdopt({ scope, key }: Identity): boolean {
    return this.#oldestFree(scope, key) !== undefined
  }

  /** Hands out the oldest record that a place may take over, if there still is one. */
  adopt({ scope, key }: Identity): Adopted | undefined {
    const from = this.#oldestFree(scope, key)?.place
    const recorded = from && this.take(from)
    if (from === undefined || recorded === undefined || recorded.state === 'decided') return
    this.#moved.add(identityText(from))
    return { recorded, from }
  }

  /** Says that a scope's effects are answered as a whole: nothing asks for them any more. */
  close(scope: string): void {
    this.#closed.add(scope)
  }

  /** Hands out the record of a signal, once. */
  takeSignal(identity: Identity): RecordedSignal | undefined {
    const text = identityText(identity)
    const recorded = this.#signals.get(text)
    this.#signals.delete(text)
    return recorded
  }

  /** How many records nothing has asked for. */
  get untaken(): number {
    return this.#records.size + this.#signals.size
  }

  /** How many effects and signals nothing has asked for, by themselves or as part of another. */
  get orphans(): number {
    let orphans = this.#signals.size
    for (const [place, { state }] of this.#records) {
      if (state !== 'decided' && !this.#isClosed(identityOf(place).scope)) orphans += 1
    }
    return orphans
  }

  /** Numbers equal keys of one path in the order of the calls, from 0. */
  nextOrdinal(scope: string, key: string): number {
    const text = `${scope}\n${key}`
    let ordinal = this.#ordinals.get(text) ?? 0
    while (this.#moved.size > 0 && this.#moved.has(`${text}\n${ordinal}`)) ordinal += 1
    this.#ordinals.set(text, ordinal + 1)
    return ordinal
  }

  /** The path of an array branch that begins with `firstKey`: a recorded one, or a new one. */
  claimBranch(parent: string, position: number, firstKey: string): string {
    const group = `${parent}/#${firstKey.slice(0, keyChars)}`
    const alike = this.#alike(group)
    const samePosition = alike.findIndex((branch) => branch.position === position)
    const [claimed] = alike.splice(Math.max(samePosition, 0), 1)
    return claimed?.path ?? this.#newBranchPath(`${group}.${position}`)
  }

  /** The unclaimed branches of a group, as their paths tell them apart: not as they were written. */
  #alike(group: string): RecordedBranch[] {
    const alike = this.#unclaimed.get(group) ?? []
    if (this.#sorted.has(group)) return alike
    this.#sorted.add(group)
    return alike.sort((one, other) => one.position - other.position || one.repeat - other.repeat)
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
    this.#records.set(
      this.#placeOf(started),
      ended.type === 'step-completed'
        ? { state: 'completed', started, ended }
        : { state: 'failed', started, ended },
    )
  }

  /** Where the record of an effect stands. */
  #placeOf(started: StepStarted): string {
    const text = identityText(started)
    return this.#movedTo.size === 0 ? text : (this.#movedTo.get(text) ?? text)
  }

  /** Moves an adopted record to the place that took it over. */
  #move(adopted: Decided): void {
    const { scope, ordinal, seq } = adopted.value.json as unknown as AdoptionValue
    const from = identityText({ scope, key: adopted.key, ordinal })
    const recorded = this.#records.get(from)
    if (recorded === undefined || recorded.state === 'decided') return
    if (recorded.started.seq !== seq) return
    const place = identityText(adopted)
    this.#records.delete(from)
    this.#records.set(place, { ...recorded, adoptedAt: adopted.seq })
    this.#moved.add(from)
    this.#movedTo.set(identityText(recorded.started), place)
  }

  #oldestFree(scope: string, key: string): Standing | undefined {
    if (this.#records.size === 0) return undefined
    this.#adoptable ??= this.#findAdoptable()
    return this.#adoptable.oldest(scope, key, ({ place }) => {
      return this.#records.has(identityText(place)) && !this.#isClosed(place.scope)
    })
  }

  #findAdoptable(): Adoptable {
    const standings: Standing[] = []
    for (const [text, recorded] of this.#records) {
      if (!isAdoptable(recorded)) continue
      standings.push({ place: identityOf(text), seq: recorded.started.seq })
    }
    const adoptable = new Adoptable()
    for (const each of standings.sort((one, other) => one.seq - other.seq)) adoptable.add(each)
    return adoptable
  }

  #isClosed(scope: string): boolean {
    if (this.#closed.size === 0) return false
    for (let at: string | undefined = scope; at !== undefined; at = parentOf(at)) {
      if (this.#closed.has(at)) return true
    }
    return false
  }

  #endSignal(ended: SignalReceived | SignalExpired): void {
    const awaited = this.#awaited.get(ended.awaited)
    if (awaited === undefined) return
    this.#awaited.delete(ended.awaited)
    this.#signals.set(identityText(awaited), { awaited, ended })
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
    const branch = { path, position: Number(position), repeat: Number(repeat) }
    const alike = this.#unclaimed.get(group)
    if (alike === undefined) this.#unclaimed.set(group, [branch])
    else alike.push(branch)
  }
}

function identityText(identity: Identity): string {
  return `${identity.scope}\n${identity.key}\n${identity.ordinal}`
}

function identityOf(text: string): Identity {
  const ordinalAt = text.lastIndexOf('\n')
  const keyAt = text.lastIndexOf('\n', ordinalAt - 1)
  return {
    scope: text.slice(0, keyAt),
    key: text.slice(keyAt + 1, ordinalAt),
    ordinal: Number(text.slice(ordinalAt + 1)),
  }
}

/** A failure that says no more than that the run was told to end is nobody's answer. */
function isAdoptable(recorded: Recorded): recorded is Adopted['recorded'] {
  if (recorded.state === 'decided') return false
  return recorded.state !== 'failed' || recorded.ended.error.code !== 'run-cancelled'
}
