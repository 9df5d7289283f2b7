import { usdOf } from '../budget/price.ts'
import type { Entry, StepCompleted, StepFailed, StepStarted } from '../journal/entry.ts'
import { addUsage, noUsage, type Usage } from '../journal/usage.ts'

/**
 * What a run cost. `totalUsd` counts what is known: above 0, `unknown` and a filled `unpriced` say
 * that it is a lower bound.
 */
export interface CostReport {
  readonly totalUsd: number
  /** Models that were called without a price. */
  readonly unpriced: readonly string[]
  /** Model calls whose cost nobody knows: no usage was reported, or a crash cut them off. */
  readonly unknown: number
  /** Model calls that were dispatched. */
  readonly requests: number
  readonly byModel: Readonly<Record<string, number>>
  readonly byRole: Readonly<Record<string, number>>
  readonly byPhase: Readonly<Record<string, number>>
  readonly byAgent: Readonly<Record<string, number>>
}

type Breakdown = Map<string, number>

/**
 * Folds a journal into its costs, one entry at a time.
 *
 * Invariant: the report depends on the entries alone, never on a price table.
 */
export class CostFold {
  readonly #calls = new Map<number, StepStarted>()
  readonly #labels = new Map<number, string>()
  readonly #breakdowns = {
    model: newBreakdown(),
    role: newBreakdown(),
    phase: newBreakdown(),
    agent: newBreakdown(),
  }
  readonly #unpriced = new Set<string>()
  #spentNanoUsd = 0
  #unknown = 0
  #requests = 0
  #usage: Usage = noUsage

  /** Takes in the next entry. */
  add(entry: Entry): void {
    if (entry.type === 'step-started' && entry.kind === 'model') {
      this.#requests += 1
      this.#calls.set(entry.seq, entry)
      if (entry.agent === undefined) this.#labels.set(entry.seq, entry.label)
    } else if (entry.type === 'step-completed' || entry.type === 'step-failed') {
      const started = this.#calls.get(entry.started)
      if (started !== undefined) this.#end(started, entry)
    }
  }

  get spentNanoUsd(): number {
    return this.#spentNanoUsd
  }

  /** What the run cost in nano-dollars; `unknown` if that of any of its calls is. */
  get totalNanoUsd(): number | 'unknown' {
    const isKnown = this.#unpriced.size === 0 && this.#calls.size === 0
    return isKnown ? this.#spentNanoUsd : 'unknown'
  }

  /** Reservations of calls that were dispatched and have no known cost. */
  get heldNanoUsd(): number {
    let held = 0
    for (const call of this.#calls.values()) held += call.reservedNanoUsd ?? 0
    return held
  }

  get usage(): Usage {
    return { ...this.#usage, unknown: this.#usage.unknown + this.#openCalls() }
  }

  /** The report so far. */
  report(): CostReport {
    return {
      totalUsd: usdOf(this.#spentNanoUsd),
      unpriced: [...this.#unpriced].sort(),
      unknown: this.#unknown + this.#openCalls(),
      requests: this.#requests,
      byModel: inUsd(this.#breakdowns.model),
      byRole: inUsd(this.#breakdowns.role),
      byPhase: inUsd(this.#breakdowns.phase),
      byAgent: inUsd(this.#breakdowns.agent),
    }
  }

  /** Calls without an end; those that ended at an unknown cost stay for their reservation. */
  #openCalls(): number {
    return this.#calls.size - this.#unknown
  }

  #end(started: StepStarted, ended: StepCompleted | StepFailed): void {
    this.#usage = addUsage(this.#usage, ended.usage ?? unreported(ended))
    const model = started.model ?? 'unknown'
    if (ended.cost === 'unknown') {
      this.#unknown += 1
      return
    }
    this.#calls.delete(started.seq)
    if (ended.cost === 'unpriced') this.#unpriced.add(model)
    if (typeof ended.cost === 'number') this.#spend(started, model, ended.cost)
  }

  #spend(started: StepStarted, model: string, nanoUsd: number): void {
    this.#spentNanoUsd += nanoUsd
    const agent = this.#labels.get(started.agent ?? started.seq) ?? started.label
    add(this.#breakdowns.model, model, nanoUsd)
    add(this.#breakdowns.role, started.role ?? 'default', nanoUsd)
    add(this.#breakdowns.phase, started.phase ?? '', nanoUsd)
    add(this.#breakdowns.agent, agent, nanoUsd)
  }
}

/** The usage of a call that reported none: a call that was turned down used nothing. */
function unreported({ cost }: StepCompleted | StepFailed): Usage {
  return cost === 0 ? noUsage : { ...noUsage, unknown: 1 }
}

function newBreakdown(): Breakdown {
  return new Map()
}

function add(breakdown: Breakdown, name: string, nanoUsd: number): void {
  breakdown.set(name, (breakdown.get(name) ?? 0) + nanoUsd)
}

function inUsd(breakdown: Breakdown): Readonly<Record<string, number>> {
  const sorted = [...breakdown].sort(([one], [other]) => (one < other ? -1 : 1))
  return Object.fromEntries(sorted.map(([name, nanoUsd]) => [name, usdOf(nanoUsd)]))
}
