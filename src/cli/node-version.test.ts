import { describe, expect, it } from 'vitest'
import { versionFault } from './node-version.ts'

describe('versionFault()', () => {
  it('finds none in a version that is new enough', () => {
    for (const version of ['v22.18.0', 'v22.20.1', 'v24.0.0', 'v30.1.0']) {
      expect(versionFault(version)).toBeUndefined()
    }
  })

  it('names the version that is needed and the one that is there', () => {
    for (const version of ['v20.20.2', 'v22.17.9', 'v9.99.0']) {
      expect(versionFault(version)).toBe(`assay needs Node 22.18 or later; this is ${version}`)
    }
  })
})
