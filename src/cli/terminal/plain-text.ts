import { stripVTControlCharacters } from 'node:util'

/**
 * Takes out of a text everything by which it could drive a terminal: escape sequences, and all
 * control characters (C0, DEL, C1) but line feed and tab.
 *
 * Pure.
 *
 * @example
 * ```ts
 * plainText('\u001b[31mred\u001b[0m\r\n') // => 'red\n'
 * ```
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replace(/[^\P{Cc}\n\t]/gu, '')
}

/** A text on one line, without anything that drives a terminal. Pure. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** A value as JSON that a terminal shows as it is: all control characters are escaped. Pure. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, undefined, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
}
