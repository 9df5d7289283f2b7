import { constants } from 'node:fs'
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises'
import { lineSplitter } from './line-splitter.ts'
import { cannotBeRead } from './walk.ts'

/** How much of a line is read, in UTF-16 units. */
export const maxLineChars = 4_000

/** How much of a file is read. */
export const maxFileBytes: number = 64 * 1024 * 1024

const chunkBytes = 64 * 1024
/** A NUL byte among so many at the start shows that a file is no text. */
export const sniffedBytes: number = 8 * 1024

/** How far a file was read, or why it was not. */
export type TextRead =
  | {
      readonly ok: true
      readonly lines: number
      /** The numbers of the lines of which only the first `maxLineChars` were read. */
      readonly cutLines: readonly number[]
      /** Whether there is more behind the last line: the file is larger than `maxFileBytes`. */
      readonly more: boolean
    }
  | { readonly ok: false; readonly why: string }

/**
 * Reads a UTF-8 text file line by line, in bounded memory. Anything but a regular file is never
 * opened; a file with a NUL byte in its first 8 KiB is no text.
 *
 * Live.
 *
 * @param file A real path: if any part of it is a link by now, the file is not read.
 * @param visit Is given the lines in order, some at a time, with the number of the first of them.
 * @returns How far it was read, or why it was not: in words that can follow the file's name.
 * @throws What `visit` throws, or the signal's reason.
 */
export async function readText(
  file: string,
  visit: (lines: readonly string[], firstNumber: number) => void,
  signal?: AbortSignal,
): Promise<TextRead> {
  const opened = await openRegular(file)
  if (!opened.ok) return opened
  try {
    return await readLines(opened.handle, visit, signal)
  } finally {
    await opened.handle.close()
  }
}

/** A file that was opened, or why it was not. */
export type Opened =
  | { readonly ok: true; readonly handle: FileHandle }
  | { readonly ok: false; readonly why: string }

/**
 * Opens a regular file for reading. Links, devices and pipes are refused without waiting on them.
 *
 * Live.
 *
 * @param file A real path.
 * @returns The handle, which the caller closes, or why there is none.
 */
export async function openRegular(file: string): Promise<Opened> {
  const notRegular = { ok: false, why: 'not a regular file' } as const
  try {
    if ((await realpath(file)) !== file || !(await lstat(file)).isFile()) return notRegular
    // Not to follow or to wait: a link or a pipe may have taken the file's place just now.
    const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    if ((await handle.stat()).isFile()) return { ok: true, handle }
    await handle.close()
    return notRegular
  } catch (error) {
    return { ok: false, why: cannotBeRead(error) }
  }
}

async function readLines(
  handle: FileHandle,
  visit: (lines: readonly string[], firstNumber: number) => void,
  signal: AbortSignal | undefined,
): Promise<TextRead> {
  const buffer = Buffer.allocUnsafe(chunkBytes)
  const decoder = new TextDecoder()
  const splitter = lineSplitter(maxLineChars)
  let bytes = 0
  let lines = 0
  const hand = (some: readonly string[]): void => {
    if (some.length > 0) visit(some, lines + 1)
    lines += some.length
  }
  for (;;) {
    signal?.throwIfAborted()
    const chunk = await nextChunk(handle, buffer)
    if (!(chunk instanceof Uint8Array)) return chunk
    if (bytes === 0 && chunk.subarray(0, sniffedBytes).includes(0)) {
      return { ok: false, why: 'not text: there is a NUL byte near its start' }
    }
    if (chunk.length === 0) break
    if (bytes >= maxFileBytes) return { ok: true, lines, cutLines: splitter.cut, more: true }
    bytes += chunk.length
    hand(splitter.push(decoder.decode(chunk, { stream: true })))
  }
  hand(splitter.push(decoder.decode()))
  hand(splitter.end())
  return { ok: true, lines, cutLines: splitter.cut, more: false }
}

async function nextChunk(
  handle: FileHandle,
  buffer: Buffer,
): Promise<Uint8Array | { readonly ok: false; readonly why: string }> {
  try {
    const { bytesRead } = await handle.read(buffer, 0, chunkBytes)
    return buffer.subarray(0, bytesRead)
  } catch (error) {
    return { ok: false, why: cannotBeRead(error) }
  }
}
