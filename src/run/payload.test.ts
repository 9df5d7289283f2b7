import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalJson } from '../kernel/canonical-json.ts'
import { sha256 } from '../kernel/hash.ts'
import { memoryStore } from '../store/memory.ts'
import { inlineBytes, pack, unpack } from './payload.ts'

describe('pack()', () => {
  it('keeps a value inline exactly when its text takes no more than 8 KiB', () => {
    expect(pack('x'.repeat(inlineBytes - 2)).payload).toHaveProperty('json')
    expect(pack('x'.repeat(inlineBytes - 1)).payload).toHaveProperty('blob')
  })

  it.each(['\0', '\ud800', 'é', '€', '😀'])('counts UTF-8 bytes as written for %j', (unit) => {
    for (const count of [1300, 1400, 2000, 4000, 9000]) {
      const text = unit.repeat(count)
      const isLarge = Buffer.byteLength(canonicalJson(text)) > inlineBytes
      expect('blob' in pack(text).payload).toBe(isLarge)
    }
  })

  it('counts what is nested', () => {
    expect(pack(Array.from({ length: 5000 }, (_, at) => at)).payload).toHaveProperty('blob')
    expect(pack({ ['k'.repeat(9000)]: 1 }).payload).toHaveProperty('blob')
  })

  it('names a blob by the hash of its bytes', () => {
    const { payload, blobs } = pack('x'.repeat(9000))
    expect(blobs).toHaveLength(1)
    expect(payload.blob).toBe(sha256(blobs[0] as Uint8Array))
  })
})

describe('unpack()', () => {
  it('gives back any value, undefined included', async () => {
    const store = memoryStore()
    const text = fc.string({ unit: 'binary', maxLength: 20 })
    await fc.assert(
      fc.asyncProperty(fc.option(text), fc.nat(3000), async (piece, times) => {
        const value = piece === null ? undefined : [piece.repeat(times), '\ud800', null]
        const { payload, blobs } = pack(value)
        for (const blob of blobs) await store.putBlob(blob)
        expect(await unpack(payload, store)).toEqual(value)
      }),
      { numRuns: 40 },
    )
  })

  it('names a blob that the store does not hold', async () => {
    await expect(unpack({ blob: 'abc' }, memoryStore())).rejects.toMatchObject({
      code: 'blob-missing',
      data: { hash: 'abc' },
    })
  })
})
