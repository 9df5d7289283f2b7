import { describe, expect, it } from 'vitest'
import { checkReport, memoryResolver } from '../../src/evidence/index.ts'
import { systemClock } from '../../src/kernel/clock.ts'

const chars = 200_000
const maxMs = 5_000
const snapshot = memoryResolver({ 'a.ts': 'one\ntwo' })

/** Text that costs a careless parser the square of its length: minutes, not milliseconds. */
const hostile = [
  '[',
  ']',
  '[a]',
  '[a](',
  '[a](b)',
  '![',
  '*a_',
  '`',
  '>',
  '> - ',
  '1. ',
  '- ',
  '|',
  '<a ',
  'a <!--',
  '[^1]',
  'a [1] ',
  '"',
  ' "a',
  '„',
  '“',
  " 'a",
  'a/',
  ':1',
  'a:1]/',
  '. ',
  '1',
  'http://a.b/',
  'a-',
  'a.ts:1 ',
  '- [a.ts:1]\n',
  '`a` [a.ts:1] ',
  '03:14 ',
  '-1 ',
  '1 200 ',
  '2018–',
  '10.1000/a ',
  '[1]-',
  'fell 5 per b ',
  'U.S. A',
  "isn't a-\n",
  'a - b — ',
  '* a\n',
  '# a\n',
  '|a|b\n',
  'x! ',
  'The boat was sold by Rowan [a.ts:1]. ',
]

describe('checkReport() on hostile Markdown', () => {
  it.each(hostile)('is linear in a report of %j', async (part) => {
    const started = systemClock.now()
    await checkReport({ text: part.repeat(Math.ceil(chars / part.length)), snapshot })
    expect(systemClock.now() - started).toBeLessThan(maxMs)
  })
})
