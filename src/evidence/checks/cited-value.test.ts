import { describe, expect, it } from 'vitest'
import { checkReport } from '../check-report.ts'
import type { Snapshot } from '../snapshot.ts'

function snapshotOf(files: Readonly<Record<string, string>>): Snapshot {
  const lines = (path: string): readonly string[] | undefined => files[path]?.split('\n')
  return {
    lines,
    resolve: ({ path, line }) => lines(path)?.[line - 1],
    hash: () => undefined,
    paths: () => Object.keys(files),
  }
}

/** The verdict on a sentence that cites all of a text. */
async function verdictOn(sentence: string, text: string): Promise<string> {
  const count = text.split('\n').length
  const at = `[f.txt:1${count === 1 ? '' : `-${count}`}]`
  const report = { text: `${sentence} ${at}.`, snapshot: snapshotOf({ 'f.txt': text }) }
  return (await checkReport(report)).verdict
}

describe('citedValueCheck() on signs', () => {
  it.each([
    ['It was -5 degrees', 'temp: 5 degrees'],
    ['It was 5 degrees', 'temp: -5 degrees'],
    ['The change was 12%', 'change: -12%'],
    ['The change was 12%', 'change: \u221212%'],
    ['The change was -12%', 'change: 12%'],
    ['The balance was $40', 'balance: -$40'],
    ['It sets `offset=-3600`', 'offset=3600'],
    ['It sets `offset=3600`', 'offset=-3600'],
    ['It sets `3600`', 'offset=-3600'],
  ])('rejects %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('rejected')
  })

  it.each([
    ['The change was \u221212%', 'change: -12%'],
    ['The change was minus 12%', 'change: -12%'],
    ['Sales fell 12%', 'change: -12%'],
    ['The change was -12%', 'sales fell by 12%'],
    ['It took 10-20 ms', 'range: 10-20 ms'],
    ['It took 10-20 ms', 'range: 10 -20 ms'],
    ['The fee was $40', 'fee: -$40'],
    ['It was held on 2024-03-05', 'date 2024-03-05'],
    ['It runs on db-5 and 5 others', 'host db-5 and 5 others'],
    ['It was 5 degrees', '- 5 degrees'],
  ])('accepts %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('accepted')
  })
})

describe('citedValueCheck() on identifiers', () => {
  it.each([
    ['It is 10.1145/3442188.3445922', 'Parrots, 10.1145/3442188.3445901'],
    ['It is 10.1000/bbb222 here', 'at 10.1000/aaa111 here'],
    ['It is https://doi.org/10.1000/bbb222 here', 'doi 10.1000/aaa111'],
    ['It is arXiv:2103.00020', 'arXiv:2103.00021'],
    ['It is account 12345678901234567', 'account 12345678901234568'],
    ['It is ISBN 978-0-13-110362-8', 'ISBN 9780131103630'],
    ['It is 10737418240', 'id 10737418241'],
    ['It is 2.16.840.1', 'oid 2.16.840.1.113883'],
    ['It is 3442188.3445922', 'at 3442188.34459224'],
  ])('rejects %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('rejected')
  })

  it.each([
    ['It is https://doi.org/10.1000/AAA111 here', 'doi:10.1000/aaa111.'],
    ['It is ISBN 978-0-13-110362-8', 'ISBN 9780131103628'],
    ['It is version 1.2', 'version 1.2.3'],
  ])('accepts %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('accepted')
  })

  const records = [
    'Lighthouses along a northern coast and their keepers, 10.1000/aaa111',
    'Tides measured in four southern harbours, 10.1000/bbb222',
  ].join('\n')

  it('rejects a title with the identifier of the record beside it', async () => {
    const title = 'Lighthouses along a northern coast is'
    expect(await verdictOn(`${title} 10.1000/bbb222`, records)).toBe('rejected')
    expect(await verdictOn(`${title} 10.1000/aaa111`, records)).toBe('accepted')
  })

  it('cannot tell whose an identifier is that stands on a line of its own', async () => {
    const apart = records.replaceAll(', 10', '\n10')
    const sentence = 'Lighthouses along a northern coast is 10.1000/bbb222'
    expect(await verdictOn(sentence, apart)).toBe('accepted')
  })
})

describe('citedValueCheck() on derived figures', () => {
  it.each([
    ['The failure rate was 12%', 'failure rate: 21%'],
    ['The plan costs $190 per month', 'a plan costs $185 per month'],
    ['The dividend is $0.14 per share', 'dividend of $0.13 per share'],
    ['There were 12 servers in total', '15 servers in total'],
    ['The compression ratio was 3.5', 'compression ratio: 2.5'],
    ['Sales rose 12%', 'sales rose 21%'],
    ['Latency was 5 ms on average', 'average latency: 7 ms'],
    ['It dropped to 12%', 'it dropped to 21%'],
  ])('rejects %j where the lines say %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('rejected')
  })

  it.each([
    ['The rate was 40 requests per minute', '400 requests in 10 minutes'],
    ['There were 12 servers in total', '5 servers in A, 7 servers in B'],
    ['The error rate was 3%', 'interest of 21%'],
    ['Average latency was 5 ms', 'latencies: 4 ms, 6 ms'],
    ['It took 27 minutes longer', 'it took 3 minutes, then 30 minutes'],
  ])('leaves %j open where the lines say %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('qualified')
  })

  it.each([
    'After 5 tries it took 27 minutes longer',
    'It took 27 minutes longer, "then it was 30 minutes"',
  ])('lets nothing vouch for the open value of %j', async (sentence) => {
    const text = '5 tries, it took 3 minutes, then it was 30 minutes'
    expect(await verdictOn(sentence, text)).toBe('qualified')
  })
})

describe('citedValueCheck() on bounds', () => {
  it.each([
    ['Over 60 were missing', '57 missing'],
    ['More than 60 were missing', '57 missing'],
    ['Just under 60 were missing', '61 missing'],
    ['More than 500 users joined', '1200 boxes and 20 users joined'],
  ])('rejects %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('rejected')
  })

  it.each([
    ['Over 50 were missing', '57 missing'],
    ['Nearly 60 were missing', '57 missing'],
    ['Just under 60 were missing', '57 missing'],
    ['No more than 60 were missing', '57 missing'],
    ['Not less than 50 were missing', '57 missing'],
  ])('accepts %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('accepted')
  })

  it('leaves an amount open that may be of other things', async () => {
    expect(await verdictOn('It lasted over 20 minutes', 'waited 25 minutes')).toBe('qualified')
  })
})

describe('citedValueCheck() on currencies', () => {
  const table = '| Year | Revenue (NOK) | Staff |\n|---|---|---|\n| 2023 | 4.5 billion | 45 |'
  const files = {
    'table.md': table,
    'note.md': '# Accounts\nAll amounts in NOK.\n\n## 2023\nRevenue 4.5 billion',
    'title.md': '# Revenue (in millions of NOK)\n45',
    'sheet.csv': 'year,revenue_nok,staff\n2023,4500,45',
    'line.txt': 'Revenue (in kroner): 4.5 billion\nCA$4,500',
  }

  async function check(text: string): Promise<readonly string[]> {
    const { checks } = await checkReport({ text, snapshot: snapshotOf(files) })
    return checks.flatMap(({ findings }) => findings.map(({ message }) => message))
  }

  it.each([
    ['$4.5 billion', 'table.md:3'],
    ['$4.5 billion', 'note.md:5'],
    ['$45', 'title.md:2'],
    ['$4,500', 'sheet.csv:2'],
    ['$4.5 billion', 'line.txt:1'],
    ['$4,500', 'line.txt:2'],
  ])('says that %s is another currency than %s', async (amount, at) => {
    const said = expect.stringContaining('another currency') as string
    expect(await check(`Revenue was ${amount} [${at}].`)).toEqual([said])
  })

  it.each([
    ['NOK 4.5 billion', 'table.md:3'],
    ['4.5 billion', 'table.md:3'],
    ['45', 'table.md:3'],
    ['4.5 billion kroner', 'note.md:5'],
    ['NOK 4,500', 'sheet.csv:2'],
    ['$45', 'sheet.csv:2'],
    ['NOK 4.5 billion', 'line.txt:1'],
    ['CA$4,500', 'line.txt:2'],
  ])('finds %s at %s', async (amount, at) => {
    expect(await check(`Revenue was ${amount} [${at}].`)).toEqual([])
  })

  it('shows the whole sign of a currency', async () => {
    const said = expect.stringContaining('than "CA$4,500"') as string
    expect(await check('Revenue was $4,500 [line.txt:2].')).toEqual([said])
  })
})

describe('citedValueCheck() on ways of writing', () => {
  it.each([
    ['There were 1 200 users', '1200 users'],
    ['There were 1,200 users', '1 200 users'],
    ['It gave 200 with 0.512 kB', 'GET / 200 512 bytes'],
    ['In 2018–19 it grew', 'in 2018-2019 it grew'],
    ['In 2018-2019 it grew', 'in 2018/19 it grew'],
    ["In the '80s it grew", 'in the 1980s it grew'],
    ['It lost 5 million dollars', 'it lost 5 mln dollars'],
    ['It had 1,200 rows', '1.200 rows, 1.345,50 each'],
    ['It cost €1,200', 'Kosten: € 1.200'],
    ['It had 12,34,567 users', '1234567 users'],
    ['There were 36 eggs', '3 dozen eggs'],
    ['There were three dozen eggs', '36 eggs'],
    ['A share of 0.8 failed', '80 % failed'],
    ['They meet at 7 pm', 'see you at 7'],
    ['There were 25 machines', 'twenty - five machines'],
  ])('accepts %j against %j', async (sentence, line) => {
    expect(await verdictOn(sentence, line)).toBe('accepted')
  })

  it.each([
    ['There were 20 machines', 'twenty - five machines'],
    ['There were 50 machines', 'twenty - thirty machines'],
    ['In 2018/20 it grew', 'in 2018/19 it grew'],
    ["In the '80s it grew", 'in the 1990s it grew'],
    ['It took 80s', 'in the 1980s'],
    ['It weighed 1,200 kg', 'it weighed 1.200 kg'],
    ['It used 0.8 then', '80 % failed'],
    ['They meet at 7 pm', 'see you at 8'],
    ['They meet at 7 pm', 'retries: 7'],
  ])('rejects %j against %j', async (sentence, line) => {
    expect((await verdictOn(sentence, line)) === 'accepted').toBe(false)
  })

  it.each([
    ['The 5 of them had COVID-19', 'all 5 had COVID then', 'accepted'],
    ['The 5 of them had JOB-19', 'all 5 had work then', 'qualified'],
    ['The 5 of them had JOB-19', 'all 5 had JOB-18 then', 'rejected'],
    ['The 5 of them had JOB-190', 'all 5 had work then', 'rejected'],
    ['The `f.txt` names 5 of them', 'all 5 had work then', 'accepted'],
    ['The 5 of them have no `job`', 'all 5 had work then', 'qualified'],
  ])('takes names for words, for one thing or for a file: %j', async (sentence, line, verdict) => {
    expect(await verdictOn(sentence, line)).toBe(verdict)
  })
})
