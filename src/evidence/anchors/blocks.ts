import type { SyntaxNode, SyntaxNodeRef, Tree } from '@lezer/common'
import type { BlockKind, Heading, Span } from './report-document.ts'

/** An inline link with a destination of its own. */
export interface LinkSpan extends Span {
  readonly label: string
  /** Where the destination stands, brackets and title included. */
  readonly destinationSpan: Span
  readonly destination: string
}

/** A leaf of the report: the stretch of text that sentences are split in. */
export interface Block extends Span {
  readonly kind: BlockKind | 'definition'
  /** Number of the ordered list item that the block opens, as it is written. */
  readonly number?: string
  readonly code: readonly Span[]
  readonly links: readonly LinkSpan[]
  /** Marks that belong to the layout: `>` within a quote, images. */
  readonly marks: readonly Span[]
}

/** The leaves of a Markdown tree, in order. */
export interface BlockList {
  readonly blocks: readonly Block[]
  readonly headings: readonly Heading[]
  readonly code: readonly Span[]
}

interface OpenBlock extends Span {
  readonly kind: Block['kind']
  readonly number?: string
  readonly code: Span[]
  readonly links: LinkSpan[]
  readonly marks: Span[]
}

/** Reads the leaves of a Markdown tree. Pure. */
export function readBlocks(tree: Tree, text: string): BlockList {
  const blocks: OpenBlock[] = []
  const headings: Heading[] = []
  const code: Span[] = []
  tree.iterate({
    enter(node) {
      if (node.name === 'FencedCode' || node.name === 'CodeBlock') {
        code.push({ offset: node.from, end: node.to })
        return false
      }
      const opened = open(node, text)
      if (opened !== undefined) blocks.push(opened)
      if (opened?.kind === 'heading') headings.push(headingOf(node.name, opened, text))
      if (opened === undefined) addInline(node, blocks.at(-1), text)
      return undefined
    },
  })
  const filled = blocks.filter(({ offset, end }) => text.slice(offset, end).trim() !== '')
  return { blocks: filled, headings, code }
}

function open(node: SyntaxNodeRef, text: string): OpenBlock | undefined {
  const kind = kindOf(node, text)
  if (kind === undefined) return undefined
  const number = kind === 'list-item' ? numberOf(node.node, text) : undefined
  const parts = { code: [], links: [], marks: [], ...(number === undefined ? {} : { number }) }
  if (kind !== 'heading') return { kind, offset: node.from, end: node.to, ...parts }
  return { kind, ...headingSpan(node.node, text), ...parts }
}

function kindOf(node: SyntaxNodeRef, text: string): Block['kind'] | undefined {
  if (node.name === 'Paragraph') return paragraphKind(node.node.parent, text)
  if (node.name === 'Blockquote') return isQuotation(node.node, text) ? 'block-quote' : undefined
  if (node.name === 'TableHeader' || node.name === 'TableRow') return 'table-row'
  if (node.name === 'LinkReference') return 'definition'
  return /^(?:ATX|Setext)Heading/.test(node.name) ? 'heading' : undefined
}

function paragraphKind(parent: SyntaxNode | null, text: string): Block['kind'] | undefined {
  if (parent?.name === 'Blockquote' && isQuotation(parent, text)) return undefined
  return parent?.name === 'ListItem' ? 'list-item' : 'paragraph'
}

const callout =
  /^(?:>\s*)+(?:\[!|\*\*|__|\p{Extended_Pictographic}|(?:note|warning|tip|important|caution|question|answer)\s*:)/iu

/** A block quote of plain paragraphs repeats words; a callout ("> **Note:** …") is prose. */
function isQuotation(node: SyntaxNode, text: string): boolean {
  if (callout.test(text.slice(node.from, node.from + 80))) return false
  for (let child = node.firstChild; child !== null; child = child.nextSibling) {
    if (child.name !== 'Paragraph' && child.name !== 'QuoteMark') return false
  }
  return true
}

function numberOf(paragraph: SyntaxNode, text: string): string | undefined {
  const mark = paragraph.prevSibling
  if (mark?.name !== 'ListMark') return undefined
  return /^\d+/.exec(text.slice(mark.from, mark.to))?.[0]
}

function addInline(node: SyntaxNodeRef, block: OpenBlock | undefined, text: string): void {
  if (block === undefined || node.from >= block.end) return
  const span = { offset: node.from, end: node.to }
  if (node.name === 'InlineCode') block.code.push(span)
  else if (node.name === 'QuoteMark' || node.name === 'Image') block.marks.push(span)
  else if (node.name === 'Link') addLink(node.node, block, text)
}

function addLink(node: SyntaxNode, block: OpenBlock, text: string): void {
  const url = node.getChild('URL')
  const close = node.getChildren('LinkMark').find((mark) => text[mark.from] === ']')
  if (url === null || close === undefined) return
  block.links.push({
    offset: node.from,
    end: node.to,
    label: text.slice(node.from + 1, close.from),
    destinationSpan: { offset: close.to, end: node.to },
    destination: decode(text.slice(url.from, url.to).replace(/^<|>$/g, '')),
  })
}

function decode(destination: string): string {
  try {
    return decodeURIComponent(destination)
  } catch {
    return destination
  }
}

function headingOf(name: string, { offset, end }: Span, text: string): Heading {
  return { level: Number(name.slice(-1)), text: text.slice(offset, end), offset, end }
}

/** The words of a heading, without its marks. */
function headingSpan(node: SyntaxNode, text: string): Span {
  const marks = node.getChildren('HeaderMark')
  const first = marks[0]
  const last = marks.at(-1)
  let offset = first?.from === node.from ? first.to : node.from
  let end = last !== undefined && last.from > offset ? last.from : node.to
  while (offset < end && /\s/.test(text[offset] ?? '')) offset += 1
  while (end > offset && /\s/.test(text[end - 1] ?? '')) end -= 1
  return { offset, end }
}
