import { parseMarkdown } from '../../evidence/anchors/markdown.ts'

const blocks = new Set(['Paragraph', 'SetextHeading1', 'SetextHeading2'])
const atxHeading = /^ATXHeading\d$/

/**
 * The questions of a Markdown text: each list item and each heading that ends in `?`, each once,
 * in order. Code holds none.
 *
 * Pure.
 */
export function questionsIn(text: string): readonly string[] {
  const found: string[] = []
  parseMarkdown(text).iterate({
    enter({ name, from, to, node }) {
      const isHeading = atxHeading.test(name) || name.startsWith('SetextHeading')
      const isItem = blocks.has(name) && node.parent?.name === 'ListItem'
      if (!isHeading && !isItem) return
      const words = text.slice(from, to).replace(/^#+|(?:\n[=-]+|\s#+)\s*$/g, '')
      const question = words.replace(/\s+/g, ' ').trim()
      if (question.endsWith('?')) found.push(question)
    },
  })
  return [...new Set(found)]
}
