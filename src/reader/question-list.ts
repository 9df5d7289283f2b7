const listItem = /^\s{0,3}(?:[-*+]|\d{1,4}[.)])\s+(\S.*)$/
const heading = /^\s{0,3}#{1,6}\s+(\S.*)$/
/** A longer row is no question. */
const mostCharacters = 2000

/**
 * The questions of a goal: each list item or heading that ends in `?`, each once, in order.
 *
 * Pure.
 *
 * @returns The questions as they are written, without list marks; the whole text if it has none;
 * nothing for a blank text.
 */
export function questionsIn(goal: string): readonly string[] {
  const found = rowsOf(goal).flatMap((row) => {
    const text = listItem.exec(row)?.[1] ?? headingIn(row) ?? ''
    return text.endsWith('?') ? [text] : []
  })
  if (found.length > 0) return [...new Set(found)]
  const whole = goal.trim()
  return whole === '' ? [] : [whole]
}

/** The first heading of a goal that asks nothing. Pure. */
export function titleOf(goal: string): string | undefined {
  const titles = rowsOf(goal).flatMap((row) => headingIn(row) ?? [])
  return titles.find((title) => !title.endsWith('?') && !/^questions:?$/i.test(title))
}

function rowsOf(goal: string): readonly string[] {
  return goal
    .split('\n')
    .filter((row) => row.length <= mostCharacters)
    .map((row) => row.trimEnd())
}

function headingIn(row: string): string | undefined {
  return heading.exec(row)?.[1]?.replace(/\s+#+$/, '')
}
