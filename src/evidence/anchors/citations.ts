import type { Block, LinkSpan } from './blocks.ts'
import type { Citation, CitationTarget, Reference, Span } from './report-document.ts'
import { type PathExists, scanAnchors, wholeAnchor } from './scan.ts'
import { byOffset, mask, meetingSpan } from './spans.ts'

const address = /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s<>()[\]{}"'`|]+(?<![.,;:!?])/gi

/** Addresses of the web in a text, without closing punctuation. Pure. */
export function webAddresses(text: string): readonly Span[] {
  return [...text.matchAll(address)].map((match) => ({
    offset: match.index,
    end: match.index + match[0].length,
  }))
}

/** The block's text with everything that is no prose replaced, offset by offset. Pure. */
export function proseOf(block: Block, text: string): string {
  const slice = text.slice(block.offset, block.end)
  const hidden = [...block.code, ...block.links.map((link) => link.destinationSpan)]
  const masked = mask(mask(slice, inside(hidden, block), 'X'), inside(block.marks, block), ' ')
  return mask(masked, webAddresses(masked), 'X')
}

/**
 * Finds the citations of a block that name their lines or address themselves.
 *
 * Pure.
 *
 * @returns The citations in order of their place, offsets into the report.
 */
export function directCitations(
  block: Block,
  text: string,
  exists?: PathExists,
): readonly Citation[] {
  const links = block.links.flatMap((link) => linkCitation(link, text, exists))
  const spans = block.code.flatMap((span) => spacedCode(span, text, exists))
  const hidden = [...block.links.map((link) => link.destinationSpan), ...block.marks, ...spans]
  const slice = mask(text.slice(block.offset, block.end), inside(hidden, block), ' ')
  const plain = scanAnchors(mask(slice, webAddresses(slice), ' '), exists).map((found) => ({
    ...found,
    offset: found.offset + block.offset,
    end: found.end + block.offset,
  }))
  const linkAt = meetingSpan(links)
  const apart = plain.filter((found) => !says(linkAt(found), found))
  return [...links, ...spans, ...apart].sort(byOffset)
}

/** Whether a link's own destination already says what its label repeats. */
function says(link: Citation | undefined, found: Citation): boolean {
  return link !== undefined && JSON.stringify(link.target) === JSON.stringify(found.target)
}

function linkCitation(link: LinkSpan, text: string, exists?: PathExists): Citation[] {
  const target = linkTarget(link, exists)
  if (target === undefined) return []
  const { offset, end } = link
  return [{ offset, end, text: text.slice(offset, end), target }]
}

function linkTarget(link: LinkSpan, exists?: PathExists): CitationTarget | undefined {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(link.destination)) {
    return wholeAnchor(link.destination, exists)
  }
  const isMarker = /^\[?\^?\d{1,3}\]?$/.test(link.label)
  return isMarker ? { kind: 'external', source: link.destination } : undefined
}

/** A code span that is one anchor with spaces in its path; others are found in the running text. */
function spacedCode(span: Span, text: string, exists?: PathExists): Citation[] {
  const content = text.slice(span.offset, span.end)
  const ticks = /^`*/.exec(content)?.[0].length ?? 0
  const inner = content.slice(ticks, content.length - ticks)
  const target = inner.includes(' ') ? wholeAnchor(inner.trim(), exists) : undefined
  if (target === undefined) return []
  const offset = span.offset + ticks + (inner.length - inner.trimStart().length)
  return [{ offset, end: offset + inner.trim().length, text: inner.trim(), target }]
}

const marker =
  /\[(?:(\^[^\]\s[]{1,64})|(\d{1,3}(?:\s{0,3}[-–,;]\s{0,3}\d{1,3}){0,40}))\](?:[-–—]\[(\d{1,3})\])?/g

/**
 * Finds the markers of a block, resolved by the report's own reference list by key.
 *
 * Pure.
 *
 * @param prose The block as `proseOf` shows it.
 * @param references The entries by key.
 */
export function markerCitations(
  block: Block,
  prose: string,
  references: ReadonlyMap<string, Reference>,
): readonly Citation[] {
  const linkAt = meetingSpan(block.links)
  return [...prose.matchAll(marker)].flatMap((match) => {
    const offset = block.offset + match.index
    const end = offset + match[0].length
    if (linkAt({ offset, end }) !== undefined) return []
    const keys = match[1] === undefined ? expand(spanOf(match)) : [match[1]]
    if (!areMarkers(keys, prose.slice(Math.max(0, match.index - 40), match.index), references))
      return []
    return keys.flatMap((key) =>
      targetsOf(references.get(key)).map((target) => ({
        offset,
        end,
        text: match[0],
        marker: key,
        target,
      })),
    )
  })
}

function targetsOf(reference: Reference | undefined): readonly CitationTarget[] {
  if (reference === undefined) return [{ kind: 'faulty', reason: 'no-entry' }]
  return reference.citations.map((citation) => citation.target)
}

/** `[1]–[3]` is written for `[1-3]`. */
function spanOf({ 2: list = '', 3: last }: RegExpExecArray): string {
  return last === undefined ? list : `${list}-${last}`
}

/** `1, 3-5` as the keys 1, 3, 4, 5. */
function expand(list: string): readonly string[] {
  return list.split(/[,;]/).flatMap((part) => {
    const [first = 0, last = first] = part.split(/[-–]/).map(Number)
    if (last < first || last - first > 50) return [part.trim()]
    return Array.from({ length: last - first + 1 }, (_, index) => String(first + index))
  })
}

const identifier = /(?:^|[^\p{L}])\p{L}$|[$_\d)\]]$|\p{Ll}\p{Lu}\p{Ll}*$/u

/** Tells `as shown [2]` from `[0, 1]` and `a[0]`: a marker is listed, or stands free and counts from 1. */
function areMarkers(
  keys: readonly string[],
  before: string,
  references: ReadonlyMap<string, Reference>,
): boolean {
  const isListed = keys.some((key) => references.has(key))
  if (keys[0]?.startsWith('^') === true) return true
  const isAttached = /[\p{L}\p{N}_$)]$/u.test(before)
  if (isAttached && (!isListed || identifier.test(before))) return false
  return isListed || keys.every((key) => Number(key) > 0)
}

function inside(spans: readonly Span[], block: Block): readonly Span[] {
  return spans.map(({ offset, end }) => ({
    offset: offset - block.offset,
    end: Math.min(end, block.end) - block.offset,
  }))
}
