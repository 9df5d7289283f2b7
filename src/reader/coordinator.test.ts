import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import { contentOf, exchange, json, play, tool, userSays } from '../../test/support/reader-call.ts'

const task = {
  type: 'object',
  properties: { agentType: { enum: ['scout', 'other'] }, prompt: { type: 'string' } },
}
const schema = { type: 'object', properties: { tasks: { type: 'array', items: task } } }
const tools = [tool('parallel_agents', schema), tool('await_all'), tool('finish')]
const goal =
  '# Audit of the lab\n\nQuestions:\n\n1. What is hot?\n2. What is cold?\n3. What is wet?'
const bullet = '- “The stove is hot.” [kitchen.md:1]'

interface Input {
  readonly tasks: readonly { readonly prompt: string }[]
  readonly handles: readonly string[]
}

/** Admits every task but those at the refused places, and answers with one digest each. */
function host(digest: (handle: string) => object, admitted = Number.POSITIVE_INFINITY) {
  let count = 0
  return (name: string, input: Input): LanguageModelV4ToolResultOutput => {
    if (name === 'finish') return json('accepted')
    if (name === 'await_all') {
      return json(input.handles.map((handle) => ({ handle, nodeId: handle, ...digest(handle) })))
    }
    const handles = input.tasks.flatMap(() => {
      count += 1
      return count > admitted ? [] : [`c${count}`]
    })
    const refused = { index: handles.length, code: 'lifetime', reason: 'no seats left' }
    return json(handles.length < input.tasks.length ? { handles, refused } : { handles })
  }
}

const answered = (): object => ({ status: 'ok', outputSummary: bullet })

describe('answerAsCoordinator()', () => {
  it('starts one child a question with the first agent type', async () => {
    const [part] = await contentOf({ prompt: [userSays(goal)], tools })
    if (part?.type !== 'tool-call') throw new Error('no tool was called')
    expect(JSON.parse(part.input)).toEqual({
      tasks: [
        { agentType: 'scout', prompt: 'What is hot?' },
        { agentType: 'scout', prompt: 'What is cold?' },
        { agentType: 'scout', prompt: 'What is wet?' },
      ],
    })
  })

  it('finishes with a section for each question', async () => {
    const { text } = await play({ prompt: [userSays(goal)], tools }, host(answered))
    expect(text).toBe(
      [
        '# Audit of the lab',
        ...['hot', 'cold', 'wet'].flatMap((word) => [`## What is ${word}?`, bullet]),
        '## Not settled',
        'Everything that was asked is answered from quoted lines.',
        '## How this was made',
        'Written by `reader`, the embedded model. It is extractive and rule-based, not a language ' +
          'model. Questions: 3. Quoted lines: 3.',
      ].join('\n\n'),
    )
  })

  it('says under "Not settled" which children were refused', async () => {
    const { text } = await play({ prompt: [userSays(goal)], tools }, host(answered, 1))
    const open = text.slice(text.indexOf('## Not settled'))
    expect(open).not.toContain('What is hot?')
    expect(open).toContain('- What is cold? Nobody was sent to look (no seats left).')
    expect(open).toContain('- What is wet? Nobody was sent to look (no seats left).')
  })

  it('asks for no more children once one was refused', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `${index + 1}. Is ${index} even?`)
    const { text, turns } = await play(
      { prompt: [userSays(many.join('\n'))], tools },
      host(answered, 3),
    )
    expect(turns).toBe(3)
    expect(text.match(/Nobody was sent to look/g)).toHaveLength(37)
  })

  it('says with which status a child ended that was not ok', async () => {
    const digest = (handle: string): object =>
      handle === 'c2' ? { status: 'budget', outputSummary: 'no money' } : answered()
    const { text } = await play({ prompt: [userSays(goal)], tools }, host(digest))
    expect(text).toContain('- What is cold? The search ended with status budget.')
    expect(text).not.toContain('no money')
  })

  it('lists what children left open', async () => {
    const digest = (): object => ({
      status: 'ok',
      outputSummary: `The sources disagree on heat:\n\n${bullet}\n\nCoverage: searched 3 text files.`,
    })
    const { text } = await play({ prompt: [userSays(goal)], tools }, host(digest))
    expect(text).toContain('- What is hot? The sources disagree on heat.')
    expect(text.match(/Coverage: searched 3 text files\./g)).toHaveLength(1)
  })

  it('sends more questions than fit in one batch', async () => {
    const many = Array.from({ length: 40 }, (_, index) => `${index + 1}. Is ${index} even?`)
    const { text, turns } = await play(
      { prompt: [userSays(many.join('\n'))], tools },
      host(answered),
    )
    expect(text.match(/^## Is/gm)).toHaveLength(40)
    expect(turns).toBe(5)
  })

  it('sends a refused report again without the bullets that the reasons name', async () => {
    const digest = (handle: string): object => ({
      status: 'ok',
      outputSummary: `${bullet}\n- “It burns.” [${handle}.md:11]`,
    })
    const admit = host(digest)
    let refusals = 0
    const { text } = await play({ prompt: [userSays(goal)], tools }, (name, input: Input) => {
      if (name !== 'finish') return admit(name, input)
      refusals += 1
      const reasons = ['Citation "c2.md:11" does not resolve: "It burns."', 'see c3.md:113']
      return refusals > 1
        ? json('accepted')
        : {
            type: 'error-json',
            value: { code: 'finish-rejected', failed: [{ name: 'x', reasons }] },
          }
    })
    expect(text).not.toContain('[c2.md:11]')
    expect(text).toContain('[c3.md:11]')
    expect(text).toContain('[c1.md:11]')
  })

  it('gives up as a text after three refused reports', async () => {
    const admit = host(answered)
    const { text, turns } = await play({ prompt: [userSays(goal)], tools }, (name, input: Input) =>
      name === 'finish' ? { type: 'error-json', value: 'no' } : admit(name, input),
    )
    expect(turns).toBe(6)
    expect(text).toMatch(/^# Audit of the lab/)
  })

  it('takes the whole goal as the question when it lists none', async () => {
    const { text } = await play({ prompt: [userSays('Find the heat.')], tools }, host(answered))
    expect(text).toContain('## Find the heat.')
  })

  it('finishes at once when nothing was asked', async () => {
    const { text, turns } = await play({ prompt: [userSays('  ')], tools }, host(answered))
    expect(turns).toBe(1)
    expect(text).toContain('Not settled: nothing was asked.')
  })

  it('starts children singly where there is no tool for batches', async () => {
    const single = [tool('spawn_agent', task), tool('await_all'), tool('finish')]
    const content = await contentOf({ prompt: [userSays(goal)], tools: single })
    expect(content.map((part) => part.type === 'tool-call' && part.toolName)).toEqual([
      'spawn_agent',
      'spawn_agent',
      'spawn_agent',
    ])
  })

  it('finishes when the messages never show what was sent', async () => {
    const lost = ['a', 'b', 'c'].flatMap((at) => exchange('parallel_agents', at, json({})))
    const { text, turns } = await play({ prompt: [userSays(goal), ...lost], tools }, () =>
      json('accepted'),
    )
    expect(turns).toBe(1)
    expect(text.match(/Nobody was sent to look/g)).toHaveLength(3)
  })

  it('goes on to finish when waiting fails', async () => {
    const prompt = [
      userSays('1. What is hot?'),
      ...exchange('parallel_agents', { tasks: [{}] }, json({ handles: ['c1'] })),
      ...exchange('await_all', { handles: ['c1'] }, { type: 'error-text', value: 'unknown' }),
    ]
    const { text } = await play({ prompt, tools }, () => json('accepted'))
    expect(text).toContain('The search ended with status unknown.')
  })
})
