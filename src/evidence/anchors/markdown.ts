/**
 * Markdown with positions. Lezer's CommonMark parser does the reading; this file chooses what it
 * looks for and keeps hostile input from costing more than its length.
 *
 * Invariants
 *   M1  The tree's offsets are offsets of the text as given: masking never changes a length.
 *   M2  Masked characters only lose their meaning as Markdown. Sentences, quotes and anchors are
 *       always sliced from the text itself.
 */
import type { Tree } from '@lezer/common'
import { parser, Table } from '@lezer/markdown'

/** Emphasis is left to be text: no check needs it, and its resolution is quadratic. */
const unneeded = ['Emphasis', 'HTMLTag', 'Autolink', 'Entity', 'HardBreak']
const markdown = parser.configure([Table, { remove: unneeded }])

/** Containers that open on one line; prose nests two or three deep. */
const maxMarkersInLine = 8
/** Square brackets between two blank lines; a table of 2,000 links has as many. */
const maxBracketsInBlock = 8000
/** Characters from `](` to `)`. */
const maxDestinationChars = 1000

/** Parses any string as Markdown with tables. Pure; linear in the length of the text. */
export function parseMarkdown(text: string): Tree {
  return markdown.parse(maskDestinations(maskBrackets(maskContainers(text))))
}

const containers = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){9,}/gm
const container = />|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])/g

function maskContainers(text: string): string {
  return text.replace(containers, (prefix) => {
    let seen = 0
    return prefix.replace(container, (marker) => {
      seen += 1
      return seen > maxMarkersInLine ? 'x'.repeat(marker.length) : marker
    })
  })
}

function maskBrackets(text: string): string {
  let inBlock = 0
  return text.replace(/\n[ \t>]*(?=\r?\n)|[[\]]/g, (found) => {
    if (found.startsWith('\n')) {
      inBlock = 0
      return found
    }
    inBlock += 1
    return inBlock > maxBracketsInBlock ? 'x' : found
  })
}

function maskDestinations(text: string): string {
  let close = -1
  return text.replace(/\]\(/g, (found, at: number) => {
    if (close <= at) close = indexOrEnd(text, ')', at)
    return close - at > maxDestinationChars ? ']x' : found
  })
}

function indexOrEnd(text: string, part: string, from: number): number {
  const index = text.indexOf(part, from)
  return index === -1 ? Number.POSITIVE_INFINITY : index
}
