import { plainLine } from '../../kernel/plain-text.ts'

/** Lines up the cells of rows in columns, two spaces apart. Pure. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const cells = rows.map((row) => row.map(plainLine))
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => (row[column] ?? '').length)),
  )
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}
