import { describe, expect, it } from 'vitest'
import { explanation, overview, usageLine } from './help-text.ts'
import { commandTexts } from './prompts/commands.ts'

describe('overview()', () => {
  it('lists every command', () => {
    for (const { usage } of Object.values(commandTexts)) expect(overview()).toContain(usage)
  })

  it('fits into a terminal', () => {
    for (const line of overview().split('\n')) expect(line.length).toBeLessThanOrEqual(120)
  })
})

describe('explanation()', () => {
  it('explains a command with its flags', () => {
    expect(explanation('audit')).toContain('--questions FILE')
  })

  it('knows no other words', () => {
    expect(explanation('bogus')).toBeUndefined()
    expect(explanation('constructor')).toBeUndefined()
  })
})

describe('usageLine()', () => {
  it('shows how a command is used', () => {
    expect(usageLine('runs')).toBe('Usage: assay runs [flags]')
  })
})
