/** Cuts a text that arrives in pieces into lines. */
export interface LineSplitter {
  /** The lines that this piece completes. */
  push(piece: string): readonly string[]
  /** The last line, if the text does not end with a line end. */
  end(): readonly string[]
  /** The numbers, from 1, of the lines so far that were longer than the limit. */
  readonly cut: readonly number[]
}

/**
 * Splits a text into lines as an editor numbers them: a line ends with LF or CRLF, which is no part
 * of it; what follows the last line end is a line only if it is not empty.
 *
 * Pure.
 *
 * @param text A text without a byte order mark.
 *
 * @example
 * ```ts
 * splitLines('a\r\n\nb\n') // => ['a', '', 'b']
 * ```
 */
export function splitLines(text: string): readonly string[] {
  const splitter = lineSplitter(Number.POSITIVE_INFINITY)
  return [...splitter.push(text), ...splitter.end()]
}

/**
 * Splits as `splitLines()` does, a piece at a time, and holds no more of a line than it hands out.
 *
 * @param maxLineChars What of a longer line is beyond this many UTF-16 units is dropped.
 */
export function lineSplitter(maxLineChars: number): LineSplitter {
  // One unit more for a carriage return, and one that tells whether the line is longer.
  const held = maxLineChars + 2
  let open = ''
  let lines = 0
  const cut: number[] = []
  const finish = (line: string): string => {
    lines += 1
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text.length <= maxLineChars) return text
    cut.push(lines)
    return text.slice(0, maxLineChars).replace(/[\uD800-\uDBFF]$/, '')
  }
  return {
    push(piece) {
      const parts = piece.split('\n')
      parts[0] = open + (parts[0] ?? '')
      open = (parts.pop() ?? '').slice(0, held)
      return parts.map((part) => finish(part.slice(0, held)))
    },
    end: () => (open === '' ? [] : [finish(open)]),
    cut,
  }
}
