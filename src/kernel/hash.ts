import { hash } from 'node:crypto'
import { canonicalJson } from './canonical-json.ts'
import type { Json } from './json.ts'

/** SHA-256 of a text's UTF-8 bytes or of bytes, in lower-case hex. Pure. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

/** SHA-256 over the canonical JSON of a value: the one recipe for content keys and hashes. Pure. */
export function hashOf(value: Json): string {
  return sha256(canonicalJson(value))
}
