import type { Block } from './blocks.ts'
import { directCitations, webAddresses } from './citations.ts'
import type { Citation, Heading, Reference } from './report-document.ts'
import type { PathExists } from './scan.ts'
import { takeBefore } from './spans.ts'

/** The reference list of a report, and which of its blocks it is made of. */
export interface ReferenceList {
  readonly references: readonly Reference[]
  readonly byKey: ReadonlyMap<string, Reference>
  readonly blocks: ReadonlySet<Block>
}

const listHeading =
  /^\W*(?:\d+[.)]?\s*)?(?:references?|sources?|citations?|bibliography|notes|footnotes|works cited|literature|quellen|literatur|références|referencias|riferimenti|referências|bronnen|参考文献)\W*$/i
const entryStart = /^\s*\[(\^[^\]\s]{1,64}|\d{1,3})\](:?)\s*/

interface Line {
  readonly offset: number
  readonly text: string
}

/**
 * Reads the report's own reference list: definitions (`[1]: …`, `[^1]: …`), lines that begin with
 * a marker, and the numbered list or table under a heading such as "References". An entry is known
 * by its written key, never by its position; the first entry of a key counts.
 *
 * Pure.
 */
export function readReferences(
  blocks: readonly Block[],
  headings: readonly Heading[],
  source: { readonly text: string; readonly exists?: PathExists },
): ReferenceList {
  const references: Reference[] = []
  const used = new Set<Block>()
  const underList = listSections(headings)
  for (const block of blocks) {
    if (block.kind === 'heading') continue
    const entries = entriesOf(block, source, underList(block.offset))
    if (entries.length === 0) continue
    used.add(block)
    references.push(...entries)
  }
  const byKey = new Map<string, Reference>()
  for (const reference of references) {
    if (reference.key !== undefined && !byKey.has(reference.key))
      byKey.set(reference.key, reference)
  }
  return { references, byKey, blocks: used }
}

function listSections(headings: readonly Heading[]): (offset: number) => boolean {
  let index = -1
  return (offset) => {
    while ((headings[index + 1]?.offset ?? Number.POSITIVE_INFINITY) <= offset) index += 1
    return listHeading.test(headings[index]?.text ?? '')
  }
}

function entriesOf(
  block: Block,
  source: { readonly text: string; readonly exists?: PathExists },
  inList: boolean,
): readonly Reference[] {
  if (inList && block.number !== undefined) return [entry(block, block.number, source)]
  if (inList && block.kind === 'table-row') {
    const key = /^\|?\s*\[?(\d{1,3})\]?\s*\|/.exec(source.text.slice(block.offset, block.end))?.[1]
    return key === undefined ? [] : [entry(block, key, source)]
  }
  const keyed = keyedLines(block, source, inList)
  if (keyed.length > 0 || !inList) return keyed
  const bare = entry(block, undefined, source)
  const first = bare.citations[0]
  const leads =
    first !== undefined && /^[\s[(`<]*$/.test(source.text.slice(block.offset, first.offset))
  return leads ? [bare] : []
}

/** A block of lines each of which begins with a marker, as one entry a line; the first may be its title. */
function keyedLines(
  block: Block,
  source: { readonly text: string; readonly exists?: PathExists },
  inList: boolean,
): readonly Reference[] {
  const lines = linesOf(block, source.text)
  const first = lines[0]
  if (first === undefined) return []
  const body = lines.length > 1 && !entryStart.test(first.text) ? lines.slice(1) : lines
  const starts = body.filter((line) => entryStart.test(line.text))
  if (starts.length === 0 || starts[0] !== body[0]) return []
  const isDefinition = entryStart.exec(starts[0]?.text ?? '')?.[2] === ':'
  if (!isDefinition && !inList && !body.every((line) => namesSource(line.text))) return []
  const take = { code: takeBefore(block.code), links: takeBefore(block.links) }
  return starts.map((line, index) => {
    const end = starts[index + 1]?.offset ?? block.end
    const key = entryStart.exec(line.text)?.[1]
    const spans = { code: take.code(end), links: take.links(end) }
    return entry({ ...block, offset: line.offset, end, ...spans, marks: [] }, key, source)
  })
}

/** `[3] https://…` or `[3] notes/a.md:4`, with a title before the address or not. */
function namesSource(line: string): boolean {
  if (!entryStart.test(line)) return false
  const rest = line.replace(entryStart, '')
  return (
    webAddresses(rest).length > 0 ||
    /^[`[(]?[^\s`]+(?::|#L)\d+[-–\dL]*[`\])]?\s*(?:$|[-–—:(])/.test(rest)
  )
}

function linesOf(block: Block, text: string): readonly Line[] {
  let offset = block.offset
  return text
    .slice(block.offset, block.end)
    .split('\n')
    .map((line) => {
      const found = { offset, text: line }
      offset += line.length + 1
      return found
    })
}

function entry(
  block: Block,
  key: string | undefined,
  { text, exists }: { readonly text: string; readonly exists?: PathExists },
): Reference {
  const { offset } = block
  const slice = text.slice(offset, block.end).trimEnd()
  const anchors = directCitations(block, text, exists)
  const citations = anchors.length > 0 ? anchors : [externalSource(slice, offset)]
  const base = { offset, end: offset + slice.length, text: slice, citations }
  return key === undefined ? base : { ...base, key }
}

function externalSource(slice: string, base: number): Citation {
  const found = webAddresses(slice)[0] ?? { offset: 0, end: slice.length }
  const text = slice.slice(found.offset, found.end)
  const source = text.replace(entryStart, '').trim()
  return {
    offset: base + found.offset,
    end: base + found.end,
    text,
    target: { kind: 'external', source },
  }
}
