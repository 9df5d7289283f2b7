import { deepEqual, equal } from 'node:assert/strict'
import { sha256 } from '../../kernel/hash.ts'
import { type ConformanceCase, casesOf, type MakeStore } from './fixture.ts'

/** Bytes under their hash. */
export function blobCases(makeStore: MakeStore): readonly ConformanceCase[] {
  return casesOf(makeStore, 'putBlob', {
    async 'keeps bytes under their SHA-256'({ store }) {
      const bytes = Uint8Array.from({ length: 100_000 }, (_, index) => index % 256)
      const hash = await store.putBlob(bytes)
      equal(hash, sha256(bytes))
      deepEqual(plain(await store.getBlob(hash)), bytes)
    },

    async 'answers the same hash for equal bytes'({ store }) {
      const [one, two] = await Promise.all([
        store.putBlob(new Uint8Array([1, 2])),
        store.putBlob(new Uint8Array([1, 2])),
      ])
      equal(one, two)
    },

    async 'keeps no bytes too'({ store }) {
      const hash = await store.putBlob(new Uint8Array())
      deepEqual(plain(await store.getBlob(hash)), new Uint8Array())
    },

    async 'keeps a copy, and hands out copies'({ store }) {
      const bytes = Buffer.from([1, 2, 3])
      const putting = store.putBlob(bytes)
      bytes.fill(9)
      const hash = await putting
      const read = await store.getBlob(hash)
      read?.fill(8)
      deepEqual(plain(await store.getBlob(hash)), new Uint8Array([1, 2, 3]))
    },

    async 'leaves unknown hashes unknown'({ store }) {
      equal(await store.getBlob(sha256('never put')), undefined)
    },
  })
}

function plain(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes && new Uint8Array(bytes)
}
