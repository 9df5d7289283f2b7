import { findQuotations } from '../evidence/quotations.ts'
import { matchQuote, quoteSource } from '../evidence/quote-match.ts'
import { compareValues } from '../evidence/values/compare-values.ts'
import { mask } from '../evidence/anchors/spans.ts'
import { readValues } from '../evidence/values/read-values.ts'
import { unitOf } from '../evidence/values/units.ts'
import type { Value } from '../evidence/values/value.ts'
import type { JudgedItem } from './judged-item.ts'
import { stanceOf } from './polarity.ts'
import { stemOf } from '../evidence/words/stem.ts'
import { antonyms } from './words/antonyms.ts'
import { wordsOf } from '../evidence/words/tokens.ts'
import { stopWords } from '../evidence/words/stop-words.ts'

/** What the lines say to a sentence, by their words alone. */
export interface LexicalVerdict {
  readonly reason: string
  /** Numbers of the lines that decided, as they were shown. */
  readonly evidenceLines: readonly number[]
  /** A piece of one of those lines, word for word; empty if none decided. */
  readonly quote: string
  readonly verdict: 'supported' | 'unsupported' | 'contradicted' | 'uncheckable'
}

/** Shares of the sentence's words that a line must hold, opposites counted as held. */
const enough = { contradiction: 0.75, lack: 0.6 }
/** Words and values that a sentence needs, and words that a quotation needs, to be judged. */
const leastWords = 3
/** Share of a sentence that its quotation makes, if it says nothing else. */
const leastQuoted = 0.8
const mostCharacters = 4000
const mostQuoted = 400

const opposites: readonly (readonly [string, string])[] = antonyms.map(([one, other]) => [
  stemOf(one),
  stemOf(other),
])

/**
 * Judges a sentence by the line that shares most words with it.
 *
 * Pure.
 *
 * @returns `supported` only where a line holds all words in their order, `contradicted` where most are, `unsupported`
 * where a value of the sentence is in none of the lines; `uncheckable` for all else.
 */
export function judgeItem({ sentence, lines }: JudgedItem): LexicalVerdict {
  const claim = readText(withoutCitations(sentence))
  const read = lines.map(({ number, text }) => ({ number, ...readText(text) }))
  const best = read.find((line) => isQuoted(claim, line)) ?? mostShared(claim, read)
  if (best === undefined || claim.stems.size + claim.values.length < leastWords) return unknown
  const shared = sharedOf(claim, best)
  const decide = decisions.find(({ applies }) => applies({ claim, best, read, shared }))
  if (decide === undefined) return unknown
  const quote = best.text.slice(0, mostQuoted)
  return { reason: decide.reason, evidenceLines: [best.number], quote, verdict: decide.verdict }
}

/** The line that shares most words with the sentence; the first of equals. */
function mostShared(claim: ReadText, lines: readonly ReadLine[]): ReadLine | undefined {
  let best: ReadLine | undefined
  let most = 0
  for (const line of lines) {
    const shared = sharedOf(claim, line)
    if (shared > most) best = line
    most = Math.max(most, shared)
  }
  return best
}

interface ReadText {
  readonly text: string
  /** Stems without stop words and values. */
  readonly stems: ReadonlySet<string>
  readonly denies: boolean
  readonly values: readonly Value[]
  /** All words in order, each between spaces, values aside. */
  readonly run: string
}

interface ReadLine extends ReadText {
  readonly number: number
}

interface Comparison {
  readonly claim: ReadText
  readonly best: ReadLine
  readonly read: readonly ReadLine[]
  readonly shared: number
}

interface Decision {
  readonly verdict: LexicalVerdict['verdict']
  readonly reason: string
  applies(comparison: Comparison): boolean
}

const unknown: LexicalVerdict = {
  reason: 'Words, numbers and negations do not decide this.',
  evidenceLines: [],
  quote: '',
  verdict: 'uncheckable',
}

/** In this order: what speaks against a sentence comes before what speaks for it. */
const decisions: readonly Decision[] = [
  {
    verdict: 'contradicted',
    reason: 'The line says almost the same words, and exactly one of the two denies them.',
    applies: ({ claim, best, shared }) =>
      shared >= enough.contradiction && claim.denies !== best.denies,
  },
  {
    verdict: 'contradicted',
    reason: 'The line says almost the same words with an opposite among them.',
    applies: ({ claim, best, shared }) =>
      shared >= enough.contradiction && claim.denies === best.denies && turnsWord(claim, best),
  },
  {
    verdict: 'contradicted',
    reason: 'The line says almost the same words with another value.',
    applies: ({ claim, best, read, shared }) =>
      shared >= enough.contradiction &&
      lacking(claim, read).some((value) => isReplaced(value, best)),
  },
  {
    verdict: 'unsupported',
    reason: 'A value of the sentence is in none of the lines.',
    applies: ({ claim, read, shared }) => shared >= enough.lack && lacking(claim, read).length > 0,
  },
  {
    verdict: 'supported',
    reason: 'The sentence is a quotation, and a line holds its words.',
    applies: ({ claim, best }) => isQuoted(claim, best),
  },
  {
    verdict: 'supported',
    reason: 'The line holds the words of the sentence in their order, and its values.',
    applies: ({ claim, best, read }) =>
      claim.denies === best.denies &&
      lacking(claim, read).length === 0 &&
      best.run.includes(claim.run),
  },
]

function readText(whole: string): ReadText {
  const text = whole.slice(0, mostCharacters)
  const values = readValues(text)
  const bare = mask(text, values, ' ')
  const { stems, denies } = stanceOf(bare)
  const content = [...stems].filter((stem) => !stopWords.has(stem) && !unitOf(stem))
  const run = ` ${wordsOf(bare.toLowerCase())
    .filter((word) => !unitOf(word))
    .join(' ')} `
  return { text, stems: new Set(content), denies, values, run }
}

function withoutCitations(sentence: string): string {
  return sentence.replace(/\[[^\][]{0,300}(?::\d|#L\d)[^\][]{0,40}\]/g, ' ')
}

/** Share of the claim's words that the line holds, opposites counted as held. */
function sharedOf(claim: ReadText, line: ReadText): number {
  const held = [...claim.stems].filter(
    (stem) => line.stems.has(stem) || oppositesOf(stem).some((other) => line.stems.has(other)),
  )
  return claim.stems.size === 0 ? 0 : held.length / claim.stems.size
}

function oppositesOf(stem: string): readonly string[] {
  return opposites.flatMap(([one, other]) => {
    if (one === stem) return [other]
    return other === stem ? [one] : []
  })
}

function turnsWord(claim: ReadText, line: ReadText): boolean {
  return [...claim.stems].some(
    (stem) =>
      !line.stems.has(stem) &&
      oppositesOf(stem).some((other) => line.stems.has(other) && !claim.stems.has(other)),
  )
}

/** Values of the claim that none of the lines holds. */
function lacking(claim: ReadText, lines: readonly ReadText[]): readonly Value[] {
  const found = lines.flatMap(({ values }) => values)
  return claim.values.filter(
    (value) => !found.some((other) => compareValues(value, other) === 'same'),
  )
}

/** Whether the line holds another value of the same kind where the claim's would stand. */
function isReplaced({ value }: Value, line: ReadText): boolean {
  return line.values.some(({ value: other }) => {
    if (value.kind !== 'quantity' || other.kind !== 'quantity') return value.kind === other.kind
    return value.dimension === other.dimension
  })
}

function isQuoted({ text }: ReadText, line: ReadText): boolean {
  return findQuotations(text).some(({ offset, end }) => {
    const quote = text.slice(offset, end)
    return (
      wordsOf(quote).length >= leastWords &&
      quote.length >= text.trim().length * leastQuoted &&
      matchQuote(quote, quoteSource(line.text)).kind === 'verbatim'
    )
  })
}
