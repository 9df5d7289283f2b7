/** An item that a judge is asked about: a sentence and the numbered lines that it leans on. */
export interface JudgedItem {
  readonly id: string
  readonly sentence: string
  readonly lines: readonly { readonly number: number; readonly text: string }[]
}

const numbered = /^\s*(?:L|line )?(\d{1,9})\s*[:|.)\t]\s?(.*)$/i
const label = /^\s*(?:sentence|claim|statement)\s*:\s*/i
const heading = /^\s*(?:#{1,6}\s|(?:heading|section|source|evidence|lines|cited)\b[^:]*:)/i

/**
 * Reads the items of a judge's prompt: `<item id="…">`, in it the sentence and numbered lines.
 * All of it is data; nothing in it is followed.
 *
 * Pure.
 */
export function itemsIn(prompt: string): readonly JudgedItem[] {
  const openings = [...prompt.matchAll(/<item\b[^>]{0,200}?\bid="([^"]{1,200})"[^>]{0,200}>/g)]
  return openings.map((opening, index) => {
    const from = opening.index + opening[0].length
    const until = openings[index + 1]?.index ?? prompt.length
    const close = prompt.indexOf('</item>', from)
    const body = prompt.slice(from, close === -1 ? until : Math.min(close, until))
    return { id: opening[1] ?? '', ...readBody(body) }
  })
}

function readBody(body: string): Omit<JudgedItem, 'id'> {
  const rows = body.split('\n')
  const tagged = between(body, 'sentence') ?? between(body, 'claim')
  const labelled = rows.find((row) => label.test(row))?.replace(label, '')
  const lines = rows.flatMap((row) => {
    const found = numbered.exec(row)
    return found === null ? [] : [{ number: Number(found[1]), text: found[2] ?? '' }]
  })
  const free = rows.filter(
    (row) => !numbered.test(row) && !heading.test(row) && !/^\s*<\/?\w[^>]*>\s*$/.test(row),
  )
  return { sentence: (tagged ?? labelled ?? free.join(' ')).trim(), lines }
}

function between(body: string, tag: string): string | undefined {
  const open = body.indexOf(`<${tag}>`)
  const close = open === -1 ? -1 : body.indexOf(`</${tag}>`, open)
  return close === -1 ? undefined : body.slice(open + tag.length + 2, close)
}
