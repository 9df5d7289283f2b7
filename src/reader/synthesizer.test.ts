import { describe, expect, it } from 'vitest'
import { contentOf, play, json, textIn, tool, userSays } from '../../test/support/reader-call.ts'

const first = { handle: 'c1', status: 'ok', outputSummary: '- “Red.” [a.md:1]' }
const second = { handle: 'c2', status: 'ok', outputSummary: 'Not settled: no line was found.' }

describe('answerAsSynthesizer()', () => {
  it('composes a section for each question from the digests', async () => {
    const prompt = `# Colours\n\n1. Which colour?\n2. Which shade?\n\nDigests:\n${JSON.stringify(first)}\n${JSON.stringify(second)}`
    const { text } = await play({ prompt: [userSays(prompt)], tools: [tool('finish')] }, () =>
      json('accepted'),
    )
    expect(text).toContain('# Colours\n\n## Which colour?\n\n- “Red.” [a.md:1]')
    expect(text).toContain('- Which shade? No line was found.')
  })

  it('gathers the quoted lines of a draft that it cannot tell apart', async () => {
    const prompt = 'Draft:\n\nSome words.\n- “Red.” [a.md:1]\n- “Blue.” [b.md:2]\n- no quote'
    const text = textIn(await contentOf({ prompt: [userSays(prompt)] }))
    expect(text).toContain('- “Red.” [a.md:1]\n- “Blue.” [b.md:2]')
    expect(text).not.toContain('no quote')
  })
})
