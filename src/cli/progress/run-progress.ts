import type { Entry, StepCompleted } from '../../journal/entry.ts'
import { AgentFold, type AgentView } from '../../run/agent-view.ts'
import { unpack } from '../../run/payload.ts'
import type { JournalStore } from '../../store/journal-store.ts'

/** A piece of news for people. */
export type News =
  | { readonly kind: 'phase'; readonly phase: string }
  | { readonly kind: 'child-started'; readonly label: string }
  | { readonly kind: 'child-settled'; readonly label: string; readonly status: string }

/** What a run looks like while it goes on. */
export interface ProgressView {
  readonly phase?: string
  readonly agents: readonly AgentView[]
  /** Labels of the children that have started and not settled. */
  readonly running: ReadonlySet<string>
}

/** Folds a run's entries, one at a time and in order, into what is shown of it. */
export class RunProgress {
  readonly #store: JournalStore
  readonly #agents = new AgentFold()
  readonly #children = new Map<number, string>()
  #phase: string | undefined

  constructor(store: JournalStore) {
    this.#store = store
  }

  /** Takes in the next entry and says what is new to people. */
  async add(entry: Entry): Promise<readonly News[]> {
    if (entry.type === 'step-started') {
      this.#agents.start(entry)
      const { phase, kind, label } = entry
      const news: News[] = []
      if (phase !== undefined && phase !== this.#phase) news.push({ kind: 'phase', phase })
      this.#phase = phase ?? this.#phase
      if (kind !== 'child') return news
      this.#children.set(entry.seq, label)
      return [...news, { kind: 'child-started', label }]
    }
    if (entry.type === 'step-completed') return this.#complete(entry)
    if (entry.type !== 'step-failed') return []
    this.#agents.fail(entry)
    return this.#settled(entry.started, 'error')
  }

  get view(): ProgressView {
    return {
      ...(this.#phase !== undefined && { phase: this.#phase }),
      agents: this.#agents.views(),
      running: new Set(this.#children.values()),
    }
  }

  async #complete(entry: StepCompleted): Promise<readonly News[]> {
    const isChild = this.#agents.isChild(entry.started)
    const output = isChild ? await unpack(entry.output, this.#store) : undefined
    this.#agents.complete(entry, output)
    const status = (output as { readonly status?: string } | undefined)?.status
    return this.#settled(entry.started, status ?? 'ok')
  }

  #settled(started: number, status: string): readonly News[] {
    const label = this.#children.get(started)
    if (label === undefined) return []
    this.#children.delete(started)
    return [{ kind: 'child-settled', label, status }]
  }
}
