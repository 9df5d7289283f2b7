import type { WriteStream } from 'node:tty'
import { plainText } from '../../kernel/plain-text.ts'

/**
 * Where a command writes: results to stdout, progress and complaints to stderr.
 *
 * Invariant: nothing that passes here drives a terminal.
 */
export interface Output {
  /** Writes a result and a line end. */
  result(text: string): void
  /** Writes a note for people and a line end. */
  note(text: string): void
  /** Whether results can still be written: a reader such as `head` may have left. */
  readonly isOpen: boolean
  /** The terminal that shows notes; absent where they go into a pipe or file. */
  readonly terminal?: WriteStream
}

/** Writes to this process's own streams. Live. */
export function processOutput(): Output {
  let isOpen = true
  const { stdout, stderr, env } = process
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    isOpen = false
    if (error.code === 'EPIPE') return
    stderr.write(`assay: results cannot be written: ${error.message}\n`)
    process.exit(1)
  })
  // Whoever reads the notes may leave; the work goes on.
  stderr.on('error', () => undefined)
  return {
    result: (text) => void (isOpen && stdout.write(`${plainText(text)}\n`)),
    note: (text) => void stderr.write(`${plainText(text)}\n`),
    get isOpen() {
      return isOpen
    },
    ...(stderr.isTTY && env['TERM'] !== 'dumb' && { terminal: stderr }),
  }
}
