import type { Anchor, AnchorFault } from './anchor.ts'

/** A stretch of the report's text: `text.slice(offset, end)`. */
export interface Span {
  readonly offset: number
  readonly end: number
}

/** What a citation points at. */
export type CitationTarget =
  | { readonly kind: 'lines'; readonly anchor: Anchor }
  /** A source that is no file of the root: an address of the web, a book. */
  | { readonly kind: 'external'; readonly source: string }
  /** A marker without an entry in the reference list, or an anchor that cannot be meant. */
  | { readonly kind: 'faulty'; readonly reason: AnchorFault | 'no-entry' }

/** One pointer from a sentence to a source. `[1, 2]` is two citations at one place. */
export interface Citation extends Span {
  /** As it is written in the report. */
  readonly text: string
  /** The key by which the reference list was asked, for a marker. */
  readonly marker?: string
  readonly target: CitationTarget
}

/** What kind of block a sentence stands in. */
export type BlockKind = 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'block-quote'

/** The unit that a claim is checked by. A table row and a block quote count as one sentence. */
export interface Sentence extends Span {
  readonly text: string
  readonly kind: BlockKind
  /** Heading of the level-2 section that holds it; empty above the first one. */
  readonly section: string
  readonly citations: readonly Citation[]
  readonly clauses: readonly Span[]
  /** Code spans, back-ticks excluded, that are no citation. */
  readonly literals: readonly Span[]
}

/** A level-2 heading and all text up to the next; deeper headings belong to the body. */
export interface Section extends Span {
  readonly heading: string
}

/** A heading of any level. */
export interface Heading extends Span {
  readonly level: number
  readonly text: string
}

/** An entry of the report's own reference list. */
export interface Reference extends Span {
  /** `1`, or `^note` for a footnote; absent for an entry that no marker can name. */
  readonly key?: string
  readonly text: string
  readonly citations: readonly Citation[]
}

/** A Markdown report, read once: what every check looks at. */
export interface ReportDocument {
  readonly text: string
  readonly sections: readonly Section[]
  readonly headings: readonly Heading[]
  readonly sentences: readonly Sentence[]
  readonly references: readonly Reference[]
  /** Fenced and indented code. */
  readonly code: readonly Span[]
}
