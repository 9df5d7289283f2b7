import { phrases } from './words/phrases.ts'

/** One question of a report with what came back for it. */
export interface Section {
  readonly question: string
  readonly answer: string
}

/**
 * Composes the report: a section a question, then what is not settled, then how it was made.
 *
 * Pure.
 */
export function reportText(title: string, sections: readonly Section[]): string {
  const read = sections.map(({ question, answer }) => ({ question, ...readAnswer(answer) }))
  const quoted = read.flatMap(({ body }) => body.split('\n').filter(isBullet)).length
  const open = read.flatMap(({ question, body }) =>
    reasonsOf(body).map((reason) => `- ${question} ${reason}`),
  )
  const coverage = [...new Set(read.flatMap(({ boundaries }) => boundaries))]
  return [
    `# ${title}`,
    ...read.flatMap(({ question, body }) => [`## ${question}`, body]),
    `## ${phrases.openHeading}`,
    open.length > 0 ? open.join('\n') : phrases.allSettled,
    `## ${phrases.madeHeading}`,
    phrases.made(sections.length, quoted),
    ...coverage.slice(0, mostBoundaries),
  ].join('\n\n')
}

const mostBoundaries = 3
const namingCharacters = 120

/** Takes the bullets out of a report that a reason of a refusal names by their place. Pure. */
export function withoutBullets(sections: readonly Section[], reasons: string): readonly Section[] {
  return sections.map(({ question, answer }) => ({
    question,
    answer: withoutNamed(answer, reasons),
  }))
}

/** Whether a line is a bullet that ends with a citation. Pure. */
export function isBullet(line: string): boolean {
  const start = line.trimStart().slice(0, 2)
  return (start === '- ' || start === '* ') && placeIn(line) !== ''
}

/** The citation at the end of a bullet, without its brackets; empty if there is none. */
function placeIn(bullet: string): string {
  const line = bullet.trimEnd()
  const isCode = line.endsWith('`]')
  if (!isCode && !line.endsWith(']')) return ''
  const place = line.slice(line.lastIndexOf(isCode ? '[`' : '[')).replace(/^\[`?|`?\]$/g, '')
  return /.(?::|#L)\d/.test(place) ? place : ''
}

function withoutNamed(answer: string, reasons: string): string {
  const lines = answer.split('\n')
  const kept = lines.filter((line) => !isBullet(line) || !isNamed(line, reasons))
  if (kept.length === lines.length) return answer
  return kept.some(isBullet) ? kept.join('\n') : phrases.refused
}

/** By its place, or by the beginning of its words where a reason cuts them. */
function isNamed(bullet: string, reasons: string): boolean {
  const beginning = oneLine(bullet.replace(/^\s*[-*] /, '')).slice(0, namingCharacters)
  return holdsPlace(reasons, placeIn(bullet)) || reasons.includes(beginning)
}

function holdsPlace(reasons: string, place: string): boolean {
  for (let at = reasons.indexOf(place); at >= 0; at = reasons.indexOf(place, at + 1)) {
    if (!/[\d-]/.test(reasons[at + place.length] ?? '')) return true
  }
  return false
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** Splits the coverage off an answer; headings in it are made plain, so that sections stay. */
function readAnswer(answer: string): { readonly body: string; readonly boundaries: string[] } {
  const lines = answer.split('\n')
  const boundaries = lines.filter((line) => line.startsWith(phrases.coverage))
  const body = lines
    .filter((line) => !line.startsWith(phrases.coverage))
    .map((line) => line.replace(/^\s{0,3}#{1,6}\s+/, ''))
    .join('\n')
    .trim()
  return { body: body === '' ? phrases.noAnswer : body, boundaries }
}

function reasonsOf(body: string): readonly string[] {
  return body.split('\n').flatMap((line) => {
    const isStated = openings.some((opening) => line.startsWith(opening))
    const [said = ''] = line.replace(phrases.notSettled, '').split(';')
    const reason = said.replace(/[:.]?\s*$/, '.').trim()
    return isStated ? [reason.slice(0, 1).toUpperCase() + reason.slice(1)] : []
  })
}

/** How a line begins that leaves something open. */
const openings = [phrases.notSettled, phrases.disagreeStart, phrases.turnedAround]
