import { usdOf } from '../budget/price.ts'
import type { ChildSpending } from '../journal/child-spending.ts'
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
  /** Model calls that were dispatched, those of child runs included. */
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
  readonly #openChildren = new Map<number, StepStarted>()
  /** What child runs have cost, by their ids. */
  readonly #children = new Map<string, ChildSpending & { label: string; phase: string }>()
  #spentNanoUsd = 0
  #unknown = 0
  #requests = 0
  #usage: Usage = noUsage

  /** Takes in the next entry. */
  add(entry: Entry): void {
    if (entry.type === 'step-started' && entry.childRunId !== undefined) {
      this.#openChildren.set(entry.seq, entry)
    } else if (entry.type === 'step-started' && entry.kind === 'model') {
      this.#requests += 1
      this.#calls.set(entry.seq, entry)
      if (entry.agent === undefined) this.#labels.set(entry.seq, entry.label)
    } else if (entry.type === 'step-completed' || entry.type === 'step-failed') {
      const started = this.#calls.get(entry.started)
      if (started !== undefined) this.#end(started, entry)
      else this.#endChild(entry)
    }
  }

  get spentNanoUsd(): number {
    return this.#spentNanoUsd + this.#sumOfChildren('costNanoUsd')
  }

  /** What the run cost in nano-dollars; `unknown` if that of any of its calls is. */
  get totalNanoUsd(): number | 'unknown' {
    const { unknown, unpriced } = this.report()
    return unknown === 0 && unpriced.length === 0 ? this.spentNanoUsd : 'unknown'
  }

  /** Reservations of calls and child runs that were dispatched and have no known cost. */
  get heldNanoUsd(): number {
    let held = this.#sumOfChildren('heldNanoUsd')
    for (const call of this.#calls.values()) held += call.reservedNanoUsd ?? 0
    for (const child of this.#openChildren.values()) held += child.reservedNanoUsd ?? 0
    return held
  }

  get usage(): Usage {
    const own = { ...this.#usage, unknown: this.#usage.unknown + this.#openCalls() }
    return [...this.#children.values()].reduce((sum, each) => addUsage(sum, each.usage), own)
  }

  /** The report so far. */
  report(): CostReport {
    const { model, role, phase, agent } = this.#allBreakdowns()
    const children = [...this.#children.values()]
    const unpriced = new Set([...this.#unpriced, ...children.flatMap((each) => each.unpriced)])
    return {
      totalUsd: usdOf(this.spentNanoUsd),
      unpriced: [...unpriced].sort(),
      unknown: this.#unknown + this.#openCalls() + this.#sumOfChildren('unknown'),
      requests: this.#requests + this.#sumOfChildren('requests'),
      byModel: inUsd(model),
      byRole: inUsd(role),
      byPhase: inUsd(phase),
      byAgent: inUsd(agent),
    }
  }

  /** What is settled of a child run, in nano-dollars. */
  spentBy(childRunId: string): number {
    return this.#children.get(childRunId)?.costNanoUsd ?? 0
  }

  /** All that the run has cost, as the journal of its parent keeps it. */
  spending(): ChildSpending {
    const { model, role } = this.#allBreakdowns()
    const { unpriced, unknown, requests } = this.report()
    return {
      costNanoUsd: this.spentNanoUsd,
      heldNanoUsd: this.heldNanoUsd,
      requests,
      unknown,
      unpriced,
      byModel: Object.fromEntries(model),
      byRole: Object.fromEntries(role),
      usage: this.usage,
    }
  }

  /** Calls without an end; those that ended at an unknown cost stay for their reservation. */
  #openCalls(): number {
    return this.#calls.size - this.#unknown
  }

  /** Where a child run ended more than once, the last end tells all that it has cost. */
  #endChild(ended: StepCompleted | StepFailed): void {
    const started = this.#openChildren.get(ended.started)
    this.#openChildren.delete(ended.started)
    if (started?.childRunId === undefined || ended.spending === undefined) return
    const { label, phase = '' } = started
    this.#children.set(started.childRunId, { ...ended.spending, label, phase })
  }

  #sumOfChildren(name: 'costNanoUsd' | 'heldNanoUsd' | 'unknown' | 'requests'): number {
    return [...this.#children.values()].reduce((sum, child) => sum + child[name], 0)
  }

  #allBreakdowns(): Readonly<Record<'model' | 'role' | 'phase' | 'agent', Breakdown>> {
    const { model, role, phase, agent } = this.#breakdowns
    const all = {
      model: new Map(model),
      role: new Map(role),
      phase: new Map(phase),
      agent: new Map(agent),
    }
    for (const child of this.#children.values()) {
      for (const [name, nanoUsd] of Object.entries(child.byModel)) add(all.model, name, nanoUsd)
      for (const [name, nanoUsd] of Object.entries(child.byRole)) add(all.role, name, nanoUsd)
      if (child.costNanoUsd === 0) continue
      add(all.phase, child.phase, child.costNanoUsd)
      add(all.agent, child.label, child.costNanoUsd)
    }
    return all
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
