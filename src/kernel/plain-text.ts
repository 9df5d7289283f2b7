import { stripVTControlCharacters } from 'node:util'

/** Control characters (C0, DEL, C1), and those that turn the direction of writing. */
const driving = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu

/**
 * Takes out of a text everything by which it could drive a terminal or show itself as another:
 * escape sequences, control characters but line feed and tab, and changes of direction.
 *
 * Pure.
 *
 * @example
 * ```ts
 * plainText('\u001b[31mred\u001b[0m\r\n') // => 'red\n'
 * ```
 */
export function plainText(text: string): string {
  return stripVTControlCharacters(text).replace(driving, (character) =>
    character === '\n' || character === '\t' ? character : '',
  )
}

/** A text on one line, without anything that drives a terminal. Pure. */
export function plainLine(text: string): string {
  return plainText(text).replace(/\s+/g, ' ').trim()
}

/** A text on one line of which nothing is lost: what would drive a terminal is escaped. Pure. */
export function escapedLine(text: string): string {
  return text.replace(
    driving,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** A value as JSON that a terminal shows as it is: all control characters are escaped. Pure. */
export function plainJson(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, undefined, indent).replace(
    /[\u007f-\u009f]/g,
    (character) => `\\u00${character.charCodeAt(0).toString(16)}`,
  )
}
