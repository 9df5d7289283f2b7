import { describe, expect, it } from 'vitest'
import { parseAgentOptions } from './options.ts'
import { tool } from './tool.ts'

const schema = { jsonSchema: { type: 'object' }, validate: (value: unknown) => ({ value }) }
const grep = tool({ name: 'grep', description: 'g', input: schema, execute: () => '' })
const registry = { tools: { grep } }

describe('parseAgentOptions()', () => {
  it('finds tools by name, and takes tools as they are', () => {
    expect(parseAgentOptions({ tools: ['grep', grep] }, registry).tools).toEqual([grep, grep])
  })

  it('is called agent where nothing else is said', () => {
    expect(parseAgentOptions(undefined, registry)).toEqual({ label: 'agent', role: 'default' })
  })

  it.each([
    [{ tools: ['toString'] }, 'tools'],
    [{ tools: 'grep' }, 'tools'],
    [{ tools: [{}] }, 'tools[0]'],
    [{ system: 5 }, 'system'],
    [{ label: 5 }, 'label'],
    [{ output: {} }, 'output'],
    [{ output: schema, maxRepairs: -1 }, 'maxRepairs'],
    [{ maxOutputTokens: 0 }, 'maxOutputTokens'],
    [{ budgetUsd: -1 }, 'budgetUsd'],
    [{ limits: { maxTurns: 0 } }, 'limits.maxTurns'],
    [[], 'options'],
  ])('refuses %j, naming %s', (options, name) => {
    expect(() => parseAgentOptions(options as never, registry)).toThrow(`"${name}" must be`)
  })

  it.each([
    [{ maxRepairs: 1 }, 'maxRepairs'],
    [{ window: {} }, 'window'],
    [{ findings: true }, 'findings'],
    [{ permissions: {} }, 'permissions'],
    [{ rules: [] }, 'rules'],
    [{ stream: true }, 'stream'],
    [{ promt: 'x' }, 'promt'],
  ])('refuses %j as an option that cannot act', (options, option) => {
    expect(() => parseAgentOptions(options as never, registry)).toThrow(
      expect.objectContaining({
        code: 'invalid-option',
        data: expect.objectContaining({ option }) as unknown,
      }),
    )
  })
})
