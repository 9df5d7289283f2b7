import { type Draft, type Entry, genesis } from '../journal/entry.ts'
import type { Clock } from '../kernel/clock.ts'

/** Gives entries their places as a journal's writer does, and writes nothing. */
export class DryWriter {
  readonly #clock: Clock
  #seq: number

  constructor(clock: Clock, lastSeq: number) {
    this.#clock = clock
    this.#seq = lastSeq
  }

  get lastSeq(): number {
    return this.#seq
  }

  write(draft: Draft): Entry {
    this.#seq += 1
    return { ...draft, seq: this.#seq, at: this.#clock.now(), prev: genesis } as Entry
  }

  async flushed(): Promise<void> {}

  halt(): void {}
}
