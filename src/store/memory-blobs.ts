import { unclaimedMs } from './blob-rules.ts'

/** Blobs in memory, each with the runs whose entries refer to it. */
export interface MemoryBlobs {
  put(hash: string, bytes: Uint8Array, now: number): void
  get(hash: string): Uint8Array | undefined
  /** Notes that an entry of the run refers to the blob. */
  claim(runId: string, hash: string): void
  /** Forgets what the run refers to, and deletes what nothing refers to any more. */
  release(runId: string, now: number): void
}

interface Kept {
  bytes?: Uint8Array
  /** Set from when it is put until an entry refers to it. */
  unclaimedSince?: number | undefined
  readonly users: Set<string>
}

/** An empty store of blobs. It keeps copies and hands out copies. */
export function memoryBlobs(): MemoryBlobs {
  const blobs = new Map<string, Kept>()

  function at(hash: string): Kept {
    const blob = blobs.get(hash) ?? { users: new Set() }
    blobs.set(hash, blob)
    return blob
  }

  return {
    put(hash, bytes, now) {
      const blob = at(hash)
      blob.bytes ??= new Uint8Array(bytes)
      blob.unclaimedSince = now
    },
    get(hash) {
      const bytes = blobs.get(hash)?.bytes
      return bytes && new Uint8Array(bytes)
    },
    claim(runId, hash) {
      const blob = at(hash)
      blob.users.add(runId)
      blob.unclaimedSince = undefined
    },
    release(runId, now) {
      for (const [hash, blob] of blobs) {
        blob.users.delete(runId)
        const waitsSince = blob.unclaimedSince ?? Number.NEGATIVE_INFINITY
        if (blob.users.size === 0 && waitsSince < now - unclaimedMs) blobs.delete(hash)
      }
    },
  }
}
