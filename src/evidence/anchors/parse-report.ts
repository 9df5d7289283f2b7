import { invalidArgument } from '../../kernel/error.ts'
import { checkOptionNames, checkString } from '../../kernel/options.ts'
import { type Block, readBlocks } from './blocks.ts'
import { directCitations, markerCitations, proseOf } from './citations.ts'
import { parseMarkdown } from './markdown.ts'
import { type ReferenceList, readReferences } from './references.ts'
import type {
  BlockKind,
  Citation,
  Heading,
  ReportDocument,
  Section,
  Sentence,
  Span,
} from './report-document.ts'
import type { PathExists } from './scan.ts'
import { splitClauses, splitSentences } from './sentences.ts'
import { byOffset, meetingSpan, takeBefore } from './spans.ts'

/**
 * Reads a Markdown report once, for every check: sections, sentences, clauses, and citations with
 * the lines that they point at. Every span slices back to the text. Fenced code cites nothing.
 *
 * Pure; never throws on a text, and costs time in proportion to the length of the text.
 *
 * @param text The report.
 * @param options `paths`: the files of the root. They tell `Makefile:3` from a word and
 *   `example.com:8080` from a file; without them only names with an extension are anchors.
 * @returns The document.
 * @throws {AssayError} `invalid-argument` or `invalid-option` for what is no text, or no paths.
 *
 * @example
 * ```ts
 * const report = parseReport('Retries stop at 5 [config.yaml:3].')
 * report.sentences[0]?.citations[0]?.target
 * // => { kind: 'lines', anchor: { path: 'config.yaml', start: 3, end: 3 } }
 * ```
 */
export function parseReport(
  text: string,
  options: { readonly paths?: readonly string[] } = {},
): ReportDocument {
  checkString('text', text)
  checkPaths(options)
  const known = options.paths === undefined ? undefined : new Set(options.paths)
  const exists: PathExists | undefined = known && ((path) => known.has(path))
  const { blocks, headings, code } = readBlocks(parseMarkdown(text), text)
  const source = exists === undefined ? { text } : { text, exists }
  const list = readReferences(blocks, headings, source)
  const sections = sectionsOf(headings, text)
  return {
    text,
    sections,
    headings,
    references: list.references,
    code,
    sentences: sentencesOf(blocks, list, { ...source, sections }),
  }
}

function checkPaths(options: { readonly paths?: readonly unknown[] }): void {
  checkOptionNames(options, { known: ['paths'] })
  const { paths = [] } = options
  if (Array.isArray(paths) && paths.every((path) => typeof path === 'string')) return
  throw invalidArgument('paths', paths, 'an array of strings')
}

interface Source {
  readonly text: string
  readonly exists?: PathExists
  readonly sections: readonly Section[]
}

function sectionsOf(headings: readonly Heading[], text: string): readonly Section[] {
  const starts = [{ text: '', offset: 0 }, ...headings.filter(({ level }) => level === 2)]
  return starts.map(({ text: heading, offset }, index) => ({
    heading,
    offset,
    end: starts[index + 1]?.offset ?? text.length,
  }))
}

/** Sentences in order; a piece that holds nothing but citations lends them to the one before it. */
function sentencesOf(
  blocks: readonly Block[],
  list: ReferenceList,
  source: Source,
): readonly Sentence[] {
  const sentences: (Sentence & { readonly citations: Citation[] })[] = []
  const sectionAt = sectionFinder(source.sections)
  let before: Block | undefined
  for (const block of blocks) {
    if (list.blocks.has(block) || block.kind === 'definition') continue
    const section = sectionAt(block.offset)
    for (const piece of pieces({ ...block, kind: block.kind }, list, { ...source, before })) {
      const last = sentences.at(-1)
      const isAddition = isBare(piece) && last !== undefined && last.section === section
      if (isAddition) last.citations.push(...piece.citations)
      else sentences.push({ ...piece, section })
    }
    before = block
  }
  return sentences
}

function sectionFinder(sections: readonly Section[]): (offset: number) => string {
  let index = 0
  return (offset) => {
    while ((sections[index + 1]?.offset ?? Number.POSITIVE_INFINITY) <= offset) index += 1
    return sections[index]?.heading ?? ''
  }
}

type Piece = Omit<Sentence, 'section' | 'citations'> & { readonly citations: Citation[] }

function pieces(
  block: Block & { readonly kind: BlockKind },
  list: ReferenceList,
  source: Source & { readonly before: Block | undefined },
): readonly Piece[] {
  const { text } = source
  const prose = proseOf(block, text)
  const citations = [
    ...directCitations(block, text, source.exists),
    ...markerCitations(block, prose, list.byKey),
  ].sort(byOffset)
  const clusters = clustersOf(citations, text, block)
  const isWhole = block.kind === 'table-row' || block.kind === 'block-quote'
  const spans = isWhole
    ? [{ offset: 0, end: prose.trimEnd().length }]
    : splitSentences(prose, clusters, source.before?.kind === 'block-quote')
  const take = takeBefore(citations)
  const takeCode = takeBefore(block.code)
  return spans.map((span) => {
    const own = take(block.offset + span.end)
    return {
      offset: block.offset + span.offset,
      end: block.offset + span.end,
      text: text.slice(block.offset + span.offset, block.offset + span.end),
      kind: block.kind,
      citations: own,
      clauses: splitClauses(prose.slice(span.offset, span.end)).map((clause) => ({
        offset: block.offset + span.offset + clause.offset,
        end: block.offset + span.offset + clause.end,
      })),
      literals: literalsOf(takeCode(block.offset + span.end), own, text),
    }
  })
}

function literalsOf(
  code: readonly Span[],
  citations: readonly Citation[],
  text: string,
): readonly Span[] {
  const citationAt = meetingSpan(citations)
  return code
    .filter((span) => citationAt(span) === undefined)
    .map(({ offset, end }) => {
      const ticks = /^`*/.exec(text.slice(offset, end))?.[0].length ?? 0
      return { offset: offset + ticks, end: end - ticks }
    })
    .filter(({ offset, end }) => end > offset)
}

/** Citations that stand together, with the brackets and back-ticks around them, block-relative. */
function clustersOf(citations: readonly Citation[], text: string, block: Block): readonly Span[] {
  const clusters: { offset: number; end: number }[] = []
  for (const citation of citations) {
    const last = clusters.at(-1)
    const offset = citation.offset - block.offset
    const end = citation.end - block.offset
    const between = text.slice(block.offset + (last?.end ?? 0), block.offset + offset)
    if (last !== undefined && /^[\s`[\](),;&*_]*(?:and\s+[`[(]*)?$/.test(between)) {
      last.end = Math.max(last.end, end)
    } else clusters.push({ offset, end })
  }
  return clusters.map((cluster) => widen(cluster, text.slice(block.offset, block.end)))
}

function widen({ offset, end }: Span, text: string): Span {
  let from = offset
  let to = end
  while (from > 0 && /[`[(*_]/.test(text[from - 1] ?? '')) from -= 1
  while (to < text.length && /[`\])*_]/.test(text[to] ?? '')) to += 1
  return { offset: from, end: to }
}

const attribution = /^\W*(?:(?:sources?|see|from|ref|cf|quelle|siehe)\b\W*)?$/i

/** Whether a piece is nothing but citations: `[a.ts:3]`, `— a.ts:3`, `(source: a.ts:3)`. */
function isBare(piece: Piece): boolean {
  if (piece.citations.length === 0 || piece.kind === 'heading') return false
  let rest = ''
  let at = piece.offset
  for (const { offset, end } of piece.citations) {
    rest += piece.text.slice(at - piece.offset, Math.max(at, offset) - piece.offset)
    at = Math.max(at, end)
  }
  return attribution.test(rest + piece.text.slice(at - piece.offset))
}
