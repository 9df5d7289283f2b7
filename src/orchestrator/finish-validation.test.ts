import { describe, expect, it } from 'vitest'
import { checkFinishValidation } from './finish-validation.ts'

const fine = { name: 'fine', validate: () => ({ ok: true as const }) }

describe('checkFinishValidation()', () => {
  it('takes validators with names of their own', () => {
    const validators = [fine, { ...fine, name: 'other' }]
    const retain = { maxRepairs: 0, retainRejectedCandidates: true }
    expect(() => checkFinishValidation({ validators, ...retain })).not.toThrow()
  })

  it.each([
    [{ validators: [fine, fine] }, 'validators', 'names "fine" twice'],
    [{ validators: [null] }, 'validators[0]', 'must have a name'],
    [{ validators: [fine], maxRepairs: -1 }, 'maxRepairs', 'whole number'],
    [{ validators: [fine], maxRepairs: 0.5 }, 'maxRepairs', 'whole number'],
    [{ validators: [fine], candidatePersistence: 'all' }, 'candidatePersistence', 'must be'],
    [
      { validators: [fine], candidatePersistence: 'hash-only', retainRejectedCandidates: true },
      'candidatePersistence',
      'exclude each other',
    ],
    [{ validators: [fine], selfTest: true }, 'selfTest', 'not available yet'],
    [{ validators: [fine], repairs: 1 }, 'repairs', 'not known'],
  ])('refuses %j', (spec, field, reason) => {
    const message = new RegExp(`"finishValidation.${field.replace(/[[\]]/g, '.')}" .*${reason}`)
    expect(() => checkFinishValidation(spec as never)).toThrow(message)
  })
})
