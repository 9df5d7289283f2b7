import { describe, expect, it } from 'vitest'
import {
  ask,
  contentOf,
  exchange,
  json,
  play,
  textIn,
  tool,
  userSays,
} from '../../test/support/reader-call.ts'

describe('answerAsChild()', () => {
  it('quotes the whole line with its place', async () => {
    const answer = await ask('How long are samples kept?', {
      'lab/protocol.md': '# Protocol\n  Samples are kept for 48 hours.  \nNothing else.',
    })
    expect(answer).toContain('- “Samples are kept for 48 hours.” [lab/protocol.md:2]')
  })

  it('says what it looked for and where when nothing answers', async () => {
    const answer = await ask('Was the boiler inspected by the insurer?', {
      'a.txt': 'The boiler is green.',
      'b.txt': 'An insurer called.',
    })
    expect(answer).toBe(
      'Not settled: no line was found that answers this. Looked for “boiler”, “inspected”, ' +
        '“insurer”; searched 2 text files; not looked at or not shown: plan.pdf (not text).',
    )
  })

  it('names the key on which files disagree', async () => {
    const answer = await ask('What is `max_depth`?', {
      'config.ini': 'max_depth = 12',
      'guide.md': '| max_depth | 9 |',
      'values.csv': 'key,value\nmax_depth,12',
    })
    expect(answer).toContain('The sources disagree on max_depth:')
    expect(answer).toContain('- “max_depth = 12” [config.ini:1]')
    expect(answer).toContain('- “| max_depth | 9 |” [guide.md:1]')
  })

  it('finds agreement where values are equal in other units', async () => {
    const answer = await ask('What is `idle_limit`?', {
      'a.conf': 'idle_limit = 30 s',
      'b.conf': 'idle_limit: 30000 ms',
    })
    expect(answer).not.toContain('disagree')
    expect(answer).toContain('[b.conf:1]')
  })

  it('counts what the question counts and no other number', async () => {
    const answer = await ask('How many parcels were lost in the fire?', {
      'report.md': 'In the fire 1,310 parcels were lost.',
      'log.txt': '2024-01-01 1310 crates moved after the fire, parcels lost: unclear',
      'bill.txt': 'The parcels lost in the fire cost EUR 1,310.00.',
    })
    expect(answer).toContain('[report.md:1]')
    expect(answer).not.toContain('[bill.txt:1]')
    expect(answer).not.toContain('[log.txt:1]')
  })

  it('shows both sentences when one drops the negation of the other', async () => {
    const answer = await ask('May valves be opened while pressure is above 4 bar?', {
      'manual.md': 'Never open the valves while pressure is above 4 bar.',
      'mail.txt': 'The manual says: "Open the valves while pressure is above 4 bar."',
    })
    expect(answer).toContain('one of them denies it')
    expect(answer).toContain('[manual.md:1]')
    expect(answer).toContain('[mail.txt:1]')
  })

  it('keeps hedged lines hedged', async () => {
    const answer = await ask('Where did the contamination come from?', {
      'diary.txt': 'The contamination probably came from the water bath.',
    })
    expect(answer).toMatch(/^Not settled: these lines leave it open/)
    expect(answer).toContain('[diary.txt:1]')
  })

  it('does not take a duty for a deed', async () => {
    const files = { 'rules.md': 'The foreman must sign every deviation form.' }
    expect(await ask('Who signed the deviation form?', files)).toMatch(/^Not settled: .*has to be/)
    expect(await ask('Who signs the deviation form?', files)).not.toContain('Not settled')
  })

  it('brings local times to UTC by the head of their file', async () => {
    const answer = await ask('When did the transfer of the ledger end, in UTC?', {
      'local.log':
        '# all times are local time, UTC+02:00\n2024-05-01 11:14:02 transfer of ledger end',
      'utc.log': '# times in UTC\n2024-05-01T09:14:02Z transfer of ledger end',
    })
    expect(answer).toContain('11:14:02 local time is 09:14:02 UTC [local.log:2] [local.log:1].')
    expect(answer).not.toContain('disagree')
  })

  it('says that times disagree, and what a file says of itself', async () => {
    const answer = await ask('When was the gate alarm acknowledged?', {
      'alarm.log': '# times in UTC\n2024-05-01T09:21:40Z gate alarm acknowledged',
      'note.md': 'Times in UTC, written from memory.\n- Gate alarm acknowledged at 09:19.',
    })
    expect(answer).toContain('The sources disagree on the time:')
    expect(answer).toContain('- “Times in UTC, written from memory.” [note.md:1]')
  })

  it('leaves out lines that ask the question themselves', async () => {
    const answer = await ask('Which vendor delivered the pump?', {
      'chat.txt': 'Which vendor delivered the pump?\nThe vendor Arbo delivered the pump.',
    })
    expect(answer).toContain('[chat.txt:2]')
    expect(answer).not.toContain('[chat.txt:1]')
  })

  it('shows that a file calls itself a draft', async () => {
    const answer = await ask('Which vendor delivered the pump?', {
      'review.md': '# Review (DRAFT 2, not signed)\n\nThe vendor Arbo delivered the pump.',
    })
    expect(answer).toContain(
      'What these files say of themselves:\n\n- “# Review (DRAFT 2, not signed)” [review.md:1]',
    )
  })

  it('puts a path with a space into back-ticks', async () => {
    const answer = await ask('Which vendor delivered the pump?', {
      'in box/a b.txt': 'The vendor Arbo delivered the pump.',
    })
    expect(answer).toContain('[`in box/a b.txt:1`]')
  })

  it('asks for lines with three words where those with two were cut', async () => {
    const cut = json({ matches: [], shown: 0, total: 900, filesSearched: 3 })
    const prompt = [
      userSays('Which vendor delivered the blue pump?'),
      ...exchange('search_files', { query: 'first' }, cut),
    ]
    const content = await contentOf({ prompt, tools: [tool('search_files')] })
    const [part] = content
    if (part?.type !== 'tool-call') throw new Error('no tool was called')
    const { query } = JSON.parse(part.input) as { readonly query: string }
    expect(new RegExp(query, 'iu').test('a blue pump')).toBe(false)
    expect(new RegExp(query, 'iu').test('the vendor of a blue pump')).toBe(true)
  })

  it('ends within six turns when every tool fails', async () => {
    const tools = [tool('search_files'), tool('read_lines')]
    const { text, turns } = await play({ prompt: [userSays('What is `x_y`?')], tools }, () => ({
      type: 'error-text',
      value: 'broken',
    }))
    expect(turns).toBeLessThanOrEqual(6)
    expect(text).toContain('1 look-up failed')
  })

  it('answers after five turns with tools, even if there is more to read', async () => {
    const text = 'The vendor Arbo delivered the pump.'
    const found = { matches: [{ path: 'a.md', line: 1, text }], shown: 1, total: 1 }
    const looks = [2, 3, 4, 5].flatMap((at) =>
      exchange('read_lines', { path: `${at}.md` }, { type: 'error-text', value: 'gone' }),
    )
    const prompt = [
      userSays('Which vendor delivered the pump?'),
      ...exchange('search_files', { query: 'x' }, json(found)),
      ...looks,
    ]
    const tools = [tool('search_files'), tool('read_lines')]
    expect((await contentOf({ prompt: prompt.slice(0, -2), tools }))[0]?.type).toBe('tool-call')
    expect(textIn(await contentOf({ prompt, tools }))).toContain(`- “${text}” [a.md:1]`)
  })

  it('says that it cannot search when only reading is offered', async () => {
    const content = await contentOf({
      prompt: [userSays('What is `x_y`?')],
      tools: [tool('read_lines')],
    })
    expect(textIn(content)).toContain('no tool was offered that searches files')
  })
})
