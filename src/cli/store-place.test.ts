import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { storePlace } from './store-place.ts'

describe('storePlace()', () => {
  it('needs no flag for the default place', () => {
    expect(storePlace(undefined)).toEqual({ path: resolve('.assay/assay.db'), flag: '' })
  })

  it('repeats the flag so that a shell reads it back', () => {
    expect(storePlace('runs.db').flag).toBe(' --store runs.db')
    expect(storePlace("it's here").flag).toBe(" --store 'it'\\''s here'")
  })
})
