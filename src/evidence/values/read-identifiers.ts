import type { Value } from './value.ts'

/** Identifiers that are equal in every character or not at all. */
const identifiers: readonly RegExp[] = [
  /(?<![\p{L}\p{N}.])10\.\d{4,9}\/[^\s"'<>|{}`\]),;]{0,200}[\p{L}\p{N}]/gu,
  /(?<=\barxiv(?:\.org\/(?:abs|pdf)\/|[:.]\s?|\s))\d{4}\.\d{4,5}(?:v\d{1,2})?(?![\p{L}\p{N}])/giu,
  /(?<![\p{L}\p{N}-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\p{L}\p{N}-])/giu,
  /(?<![\p{L}\p{N}-])97[89](?:-?\d){10}(?![\p{L}\p{N}-])/gu,
  /(?<![\p{L}\p{N}.,-])\d{16,}(?![\p{L}\p{N}]|[.,]\d)/gu,
]

/** The identifiers of a text: DOI, arXiv, UUID, ISBN, numbers too long to be counted. Pure. */
export function readIdentifiers(text: string): readonly Value[] {
  const found = identifiers.flatMap((pattern) => [...text.matchAll(pattern)].map(toValue))
  const sorted = found.sort((one, other) => one.offset - other.offset)
  return sorted.filter((one, index) => one.offset >= (sorted[index - 1]?.end ?? 0))
}

function toValue({ 0: text, index }: RegExpExecArray): Value {
  const isBook = /^97[89][\d-]+$/.test(text)
  const code = (isBook ? text.replaceAll('-', '') : text).toLowerCase()
  return {
    offset: index,
    end: index + text.length,
    text,
    value: { kind: 'code', code, isIdentifier: true },
  }
}
