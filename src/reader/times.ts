import { readCalendar } from '../evidence/values/read-calendar.ts'
import type { ClockTime } from '../evidence/values/value.ts'

const secondsInDay = 86_400
const mostCharacters = 2000

/** The first time of day in a line. Pure. */
export function timeIn(text: string): ClockTime | undefined {
  const { values } = readCalendar(text.slice(0, mostCharacters))
  const times = values.flatMap(({ offset, value }) =>
    value.kind === 'clock' ? [{ offset, value }] : [],
  )
  return times.sort((one, other) => one.offset - other.offset)[0]?.value
}

/** Whether a line begins with its own time, as a record does. Pure. */
export function isRecordLine(text: string): boolean {
  return /^\W{0,2}(?:\d{4}-\d{2}-\d{2}|\d{2}:\d{2}(?::\d{2})?|\p{L}{3} [ \d]\d \d{2}:\d{2})(?!\d)/u.test(
    text.trimStart(),
  )
}

/** Seconds of the day in UTC; a time without a zone counts as UTC. Pure. */
export function utcSeconds({ hour, minute, second = 0, zone: ahead = 0 }: ClockTime): number {
  const seconds = (hour * 60 + minute - ahead) * 60 + second
  return ((seconds % secondsInDay) + secondsInDay) % secondsInDay
}

/** A time of day as `09:12:31`. Pure. */
export function clockText(seconds: number): string {
  const pair = (count: number): string => String(count).padStart(2, '0')
  return [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map(pair)
    .join(':')
}

/** Whether two times can be the same moment of a day, to the minute if one has no seconds. Pure. */
export function sameMoment(one: ClockTime, other: ClockTime): boolean {
  const grain = one.second === undefined || other.second === undefined ? 60 : 1
  return Math.floor(utcSeconds(one) / grain) === Math.floor(utcSeconds(other) / grain)
}
