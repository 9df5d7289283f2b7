import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ask, contentOf, exchange, textIn, tool, userSays } from '../../test/support/reader-call.ts'
import { readerModel } from './reader-model.ts'

const toolNames = [
  'parallel_agents',
  'spawn_agent',
  'await_all',
  'search_files',
  'read_lines',
  'finish',
]
const words = [
  'pump',
  'valve',
  'is',
  'not',
  'open',
  '30 s',
  'max_depth',
  '=',
  ':',
  '12',
  '09:12',
  '?',
  '\n',
  '- ',
  '# ',
  '|',
  '“',
  '[a.md:1]',
  'ñ',
  '\u{1F600}',
  '\uD83D',
  '<item id="a">',
]
const prose = fc.array(fc.constantFrom(...words), { maxLength: 30 }).map((some) => some.join(' '))
const anyText = fc.oneof(prose, fc.string(), fc.string({ unit: 'binary' }))
const match = fc.record({
  path: fc.oneof(fc.constantFrom('a.md', 'dir/b c.log'), anyText),
  line: fc.oneof(fc.integer({ min: 1, max: 9 }), anyText),
  text: anyText,
})
const searchResult = fc.record(
  { matches: fc.array(match), shown: fc.nat(), total: fc.nat(), filesSearched: fc.nat() },
  { requiredKeys: [] },
)
const value = fc.oneof(
  searchResult,
  fc.record({ coverage: fc.jsonValue(), result: searchResult }),
  fc.record({ absent: fc.constant(true), checked: fc.jsonValue(), not_checked: fc.jsonValue() }),
  fc.record({ handles: fc.jsonValue(), refused: fc.jsonValue() }),
  fc.record({ path: anyText, text: anyText }),
  fc.jsonValue(),
)
const output = fc.oneof(
  value.map((some) => ({ type: 'text' as const, value: JSON.stringify(some) })),
  value.map((some) => ({
    type: 'json' as const,
    value: JSON.parse(JSON.stringify(some)) as never,
  })),
  anyText.map((text) => ({ type: 'error-text' as const, value: text })),
)
const exchanges = fc
  .array(fc.tuple(fc.constantFrom(...toolNames), fc.jsonValue(), output), { maxLength: 4 })
  .map((some) => some.flatMap(([name, input, result]) => exchange(name, input, result)))
const call: fc.Arbitrary<LanguageModelV4CallOptions> = fc
  .record({
    request: anyText,
    between: exchanges,
    offered: fc.subarray(toolNames),
    isJudge: fc.boolean(),
  })
  .map(({ request, between, offered, isJudge }) => ({
    prompt: [userSays(request), ...between],
    tools: offered.map((name) => tool(name)),
    ...(isJudge && {
      responseFormat: { type: 'json' as const, schema: { properties: { rows: {} } } },
    }),
  }))

describe('readerModel()', () => {
  it('answers any call, and the same call the same', async () => {
    await fc.assert(
      fc.asyncProperty(call, async (options) => {
        const model = readerModel()
        const reply = await model.doGenerate(options)
        expect(reply.content.length).toBeGreaterThan(0)
        expect(await readerModel().doGenerate(options)).toEqual(reply)
      }),
      { numRuns: 300 },
    )
  })

  it('quotes only what a tool showed, word for word', async () => {
    const line = fc.array(fc.constantFrom(...words.filter((word) => word !== '\n')), {
      minLength: 3,
      maxLength: 12,
    })
    const files = fc.dictionary(
      fc.constantFrom('a.md', 'b.log', 'c d.txt'),
      fc.array(
        line.map((some) => some.join(' ')),
        { minLength: 1, maxLength: 8 },
      ),
      { minKeys: 1 },
    )
    let quoted = 0
    await fc.assert(
      fc.asyncProperty(files, async (texts) => {
        const folder = Object.fromEntries(
          Object.entries(texts).map(([path, lines]) => [path, lines.join('\n')]),
        )
        const answer = await ask('What is `max_depth` of the pump valve?', folder)
        for (const found of answer.matchAll(/^- “(.*)” \[`?(.+):(\d+)`?\]$/gmu)) {
          quoted += 1
          const [, quote, path = '', number] = found
          expect(texts[path]?.[Number(number) - 1]?.trim()).toBe(quote)
        }
      }),
      { numRuns: 200 },
    )
    expect(quoted).toBeGreaterThan(50)
  })

  it('reads five megabytes of tool results in seconds', async () => {
    const text = 'The pump of the valve was open at 09:12 while max_depth = 12, probably. '.repeat(
      3,
    )
    const matches = Array.from({ length: 24_000 }, (_, index) => ({
      path: `logs/${index % 50}.log`,
      line: index + 1,
      text: `${text}${index}`,
    }))
    const result = { matches, shown: matches.length, total: matches.length, filesSearched: 50 }
    const prompt = [
      userSays('What is `max_depth` of the pump valve?'),
      ...exchange('search_files', { query: 'x' }, { type: 'text', value: JSON.stringify(result) }),
    ]
    const content = await contentOf({ prompt, tools: [tool('search_files')] })
    expect(textIn(content)).toContain('[logs/0.log:1]')
  }, 10_000)

  it('streams a text between its marks and ends with a finish part', async () => {
    const parts = await streamed({ prompt: [userSays('The pump is red. Is the pump red?')] })
    expect(parts.map(({ type }) => type)).toEqual([
      'stream-start',
      'text-start',
      'text-delta',
      'text-end',
      'finish',
    ])
    expect(parts.find((part) => part.type === 'text-delta')?.delta).toBe('The pump is red.')
  })

  it('streams tool calls with ids that no earlier turn used', async () => {
    const prompt = [userSays('Is the pump `x_y` red?')]
    const tools = [tool('search_files')]
    const ids = (await streamed({ prompt, tools })).flatMap((part) =>
      part.type === 'tool-call' ? [part.toolCallId] : [],
    )
    expect(new Set(ids).size).toBe(2)
    expect((await streamed({ prompt, tools })).at(-1)).toMatchObject({
      type: 'finish',
      finishReason: { unified: 'tool-calls' },
    })
  })

  it('estimates usage at four characters a token', async () => {
    const { usage } = await readerModel().doGenerate({ prompt: [userSays('x'.repeat(4000))] })
    expect(usage.inputTokens.total).toBeGreaterThan(1000)
    expect(usage.inputTokens.total).toBeLessThan(1020)
  })

  it('keeps to the most output tokens that a call allows', async () => {
    const prompt = [userSays('The pump is red. Is the pump red?')]
    const { content, finishReason } = await readerModel().doGenerate({ prompt, maxOutputTokens: 2 })
    expect(textIn(content)).toBe('The pump')
    expect(finishReason.unified).toBe('length')
  })

  it('answers anything else with the sentences nearest to the last question', async () => {
    const text = 'A pump is old. The red pump is by the gate. Which pump is red and by the gate?'
    expect(textIn(await contentOf({ prompt: [userSays(text)] }))).toBe(
      'The red pump is by the gate.',
    )
  })

  it('says what it is when nothing in the prompt answers', async () => {
    expect(textIn(await contentOf({ prompt: [userSays('Hello?')] }))).toContain('extractive')
  })

  it('rejects with the reason of an aborted signal', async () => {
    const abortSignal = AbortSignal.abort(new Error('enough'))
    await expect(
      readerModel().doGenerate({ prompt: [userSays('Hello?')], abortSignal }),
    ).rejects.toThrow('enough')
  })
})

async function streamed(
  options: LanguageModelV4CallOptions,
): Promise<readonly LanguageModelV4StreamPart[]> {
  const parts: LanguageModelV4StreamPart[] = []
  const { stream } = await readerModel().doStream(options)
  for await (const part of stream) parts.push(part)
  return parts
}
