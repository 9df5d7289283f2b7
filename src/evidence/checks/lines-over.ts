const heading = /^\s{0,3}#{1,6}\s/
const row = /^\s*\|/
const mostLines = 400

/**
 * What a reader of one line sees over it: the nearest heading, and the first row of its table.
 *
 * Pure.
 *
 * @param lines All lines of the file.
 * @param start Number of the line, counted from 1.
 */
export function linesOver(lines: readonly string[], start: number): readonly string[] {
  const before = lines.slice(Math.max(0, start - 1 - mostLines), start - 1)
  const title = before.findLast((line) => heading.test(line))
  const isRow = row.test(lines[start - 1] ?? '')
  const tableStart = before.findLastIndex((line) => !row.test(line)) + 1
  const header = isRow ? before[tableStart] : undefined
  return [title, header].filter((line) => line !== undefined)
}
