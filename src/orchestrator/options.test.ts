import { describe, expect, it } from 'vitest'
import { parseOrchestrateOptions } from './options.ts'

const profiles = { reader: { description: 'reads' }, writer: { description: 'writes' } }

function refusedOption(options: unknown): unknown {
  try {
    parseOrchestrateOptions('goal', options as never, profiles)
    return undefined
  } catch (error) {
    return (error as { data: { option?: string; name?: string } }).data.option
  }
}

describe('parseOrchestrateOptions()', () => {
  it('fills in the defaults', () => {
    expect(parseOrchestrateOptions('goal', {}, profiles)).toEqual({
      profiles,
      maxSpawns: 1000,
      renderBudgetChars: 400,
      onUnsettledAtExit: 'cancel',
    })
  })

  it.each([
    'acceptance',
    'budget',
    'citationAudit',
    'claimConsistency',
    'contradictions',
    'coordinationCheckpoints',
    'executionFacts',
    'exposeChildResultTools',
    'exposeSettledResultsTool',
    'extension',
    'maxSemanticRepairRounds',
    'maxTotalRepairRounds',
    'parallelAdmission',
    'requireBatchSpawn',
    'semanticAcceptance',
    'synthesis',
  ])('refuses %s by name, as not available yet', (option) => {
    expect(() => parseOrchestrateOptions('goal', { [option]: {} } as never, profiles)).toThrow(
      `Option "${option}" is not available yet`,
    )
    expect(refusedOption({ [option]: {} })).toBe(option)
  })

  it.each([
    [{ maxSpawn: 1 }, 'maxSpawn'],
    [{ maxSpawns: -1 }, 'maxSpawns'],
    [{ maxSpawns: 1.5 }, 'maxSpawns'],
    [{ maxSpawns: '3' }, 'maxSpawns'],
    [{ maxSpawns: Number.NaN }, 'maxSpawns'],
    [{ renderBudgetChars: -1 }, 'renderBudgetChars'],
    [{ renderBudgetChars: 0.5 }, 'renderBudgetChars'],
    [{ onUnsettledAtExit: 'leave' }, 'onUnsettledAtExit'],
    [{ profiles: ['toString'] }, 'profiles'],
    [{ profiles: ['__proto__'] }, 'profiles'],
    [{ profiles: ['gone'] }, 'profiles'],
    [{ profiles: 'reader' }, 'profiles'],
    [{ finishValidation: { validators: [] } }, 'finishValidation.validators'],
    [{ finishValidation: { validators: [{ name: 'v' }] } }, 'finishValidation.validators[0]'],
    [{ finishValidation: { contract: {} } }, 'finishValidation.contract'],
    [{ limits: { timeoutMs: 5 } }, 'limits.timeoutMs'],
  ])('refuses %j, naming %s', (options, option) => {
    expect(refusedOption(options)).toBe(option)
  })

  it('takes 0 spawns and 0 characters', () => {
    const options = { maxSpawns: 0, renderBudgetChars: 0 }
    expect(parseOrchestrateOptions('goal', options, profiles)).toMatchObject(options)
  })

  it('keeps to the profiles that are named', () => {
    const plan = parseOrchestrateOptions('goal', { profiles: ['writer'] }, profiles)
    expect(Object.keys(plan.profiles)).toEqual(['writer'])
  })

  it.each(['', ' ', undefined, 5])('refuses the goal %j', (goal) => {
    expect(() => parseOrchestrateOptions(goal as string, {}, profiles)).toThrow('"goal" must be')
  })
})
