import type { Payload } from '../journal/entry.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { AssayError } from '../kernel/error.ts'
import { sha256 } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import type { JournalStore } from '../store/journal-store.ts'

/** Values whose text is longer than this many UTF-8 bytes are kept as blobs. */
export const inlineBytes: number = 8 * 1024

/** What one UTF-16 unit may take in JSON: an escape such as `\\u0000`. */
const mostBytesPerUnit = 6

/** A value made ready for the journal, with the blob that has to be kept before it. */
export interface Packed {
  readonly payload: Payload
  readonly blobs: readonly Uint8Array[]
}

/** Packs a lossless value: inline when it is small, else as a blob named by its hash. Pure. */
export function pack(value: Json | undefined): Packed {
  if (value === undefined) return { payload: {}, blobs: [] }
  if (!mayBeLarge(value)) return { payload: { json: value }, blobs: [] }
  const bytes = new TextEncoder().encode(canonicalJson(value))
  if (bytes.length <= inlineBytes) return { payload: { json: value }, blobs: [] }
  return { payload: { blob: sha256(bytes) }, blobs: [bytes] }
}

/**
 * Reads a payload back.
 *
 * @throws {AssayError} `blob-missing` if the store does not hold what the payload refers to.
 */
export async function unpack(
  payload: Payload,
  store: Pick<JournalStore, 'getBlob'>,
): Promise<Json | undefined> {
  if (payload.blob === undefined) return payload.json
  const bytes = await store.getBlob(payload.blob)
  if (bytes === undefined) {
    throw new AssayError('blob-missing', `The store holds no blob "${payload.blob}"`, {
      hash: payload.blob,
    })
  }
  return JSON.parse(new TextDecoder().decode(bytes)) as Json
}

/** A cheap look that spares small values the work of being written out: false only when certain. */
function mayBeLarge(value: Json): boolean {
  return leastRoom(value, inlineBytes / mostBytesPerUnit) < 0
}

/** `room` less the characters that `value` surely takes, given up once it is below 0. */
function leastRoom(value: Json, room: number): number {
  if (typeof value === 'string') return room - value.length - 2
  if (typeof value !== 'object' || value === null) return room - 8
  let left = room - 2
  for (const [key, item] of Object.entries(value)) {
    if (left < 0) return left
    left = leastRoom(item as Json, left - key.length - 4)
  }
  return left
}
