import { mask } from '../anchors/spans.ts'
import type { CalendarDate, ClockTime, Value } from './value.ts'

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const monthName =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\\.?'

type Groups = Readonly<Record<string, string | undefined>>
type Reader = (groups: Groups) => CalendarDate | ClockTime | undefined

const patterns: readonly (readonly [RegExp, Reader])[] = [
  [/(?<![\d.-])(?<y>\d{4})[-/](?<m>\d{1,2})[-/](?<d>\d{1,2})(?!\d)/g, numericDate],
  [/(?<![\d./])(?<d>\d{1,2})[./-](?<m>\d{1,2})[./-](?<y>\d{4})(?!\d)/g, dayFirst],
  [
    new RegExp(
      `(?<![\\d\\p{L}])(?<d>\\d{1,2})(?:st|nd|rd|th)?[\\s-]+(?:of\\s+)?(?<n>${monthName})(?:,?[\\s-]+(?<y>\\d{4}))?(?![\\p{L}\\d])`,
      'giu',
    ),
    namedDate,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(?<n>${monthName})\\s+(?<d>\\d{1,2})(?:st|nd|rd|th)?(?:,?\\s+(?<y>\\d{4})(?![\\d:]))?(?![\\p{L}\\d:])`,
      'giu',
    ),
    namedDate,
  ],
  [
    /(?<![\d:.])(?<h>[01]?\d|2[0-4]):(?<i>[0-5]\d)(?::(?<s>[0-5]\d)(?:[.,]\d{1,9})?)?(?:\s?(?<half>[ap])\.?m\b\.?)?(?:\s?(?<z>Z\b|UTC\b|GMT\b|\+\d{2}:?\d{2}\b|(?<=:\d\d:\d\d)-\d{2}:?\d{2}\b))?(?![\d:])/gi,
    clock,
  ],
  [/(?<![\d:.])(?<h>1[0-2]|[1-9])\s?(?<half>[ap])\.?m\b\.?/gi, clock],
]

/** Reads dates and times of day, and blanks them in the text. Pure. */
export function readCalendar(text: string): {
  readonly values: readonly Value[]
  readonly rest: string
} {
  const values: Value[] = []
  let rest = text
  for (const [pattern, read] of patterns) {
    const found = [...rest.matchAll(pattern)].flatMap((match): Value[] => {
      const value = read(match.groups ?? {})
      const end = match.index + match[0].length
      return value === undefined ? [] : [{ offset: match.index, end, text: match[0], value }]
    })
    rest = mask(rest, found, '\0')
    values.push(...found)
  }
  return { values, rest }
}

function numericDate({ y, m, d }: Groups): CalendarDate | undefined {
  return makeDate(Number(y), Number(m), Number(d), false)
}

/** `05/03/2024`: the order of day and month is the writer's. */
function dayFirst({ y, m, d }: Groups): CalendarDate | undefined {
  const [day, month] = [Number(d), Number(m)]
  return month > 12 ? makeDate(Number(y), day, month, false) : makeDate(Number(y), month, day, true)
}

function namedDate({ y, n, d }: Groups): CalendarDate | undefined {
  const month = months.indexOf((n ?? '').slice(0, 3).toLowerCase()) + 1
  return makeDate(y === undefined ? undefined : Number(y), month, Number(d), false)
}

function makeDate(
  year: number | undefined,
  month: number,
  day: number,
  ambiguous: boolean,
): CalendarDate | undefined {
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined
  return { kind: 'date', month, day, ambiguous, ...(year === undefined ? {} : { year }) }
}

function clock({ h, i, s, half, z }: Groups): ClockTime {
  const zone = z === undefined ? undefined : zoneMinutes(z)
  return {
    kind: 'clock',
    hour: onDial(Number(h), half?.toLowerCase()),
    minute: Number(i ?? 0),
    ...(s === undefined ? {} : { second: Number(s) }),
    ...(zone === undefined ? {} : { zone }),
  }
}

function onDial(hour: number, half: string | undefined): number {
  if (half === undefined) return hour % 24
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

function zoneMinutes(zone: string): number {
  const match = /^([+-])(\d{2}):?(\d{2})$/.exec(zone)
  if (match === null) return 0
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]))
}
