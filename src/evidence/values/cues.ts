/** What the words around a number say about it. */
export interface Cues {
  /** "about", "nearly": zeros at the end are not exact. */
  readonly approximate: boolean
  /** A bound that a found value may keep instead of being equal: "more than 5". */
  readonly bound?: { readonly side: 'above' | 'below'; readonly words: string }
  /** A rate, a comparison, a sum or another figure that no single line needs to hold. */
  readonly derived: boolean
  /** A number that counts or points within the report itself: "line 3", "two sources". */
  readonly internal: boolean
}

const approximately =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.?|over|more than|just under|just over|close to)|[~≈])\s*[$€£¥]?$/i
const above =
  /\b(?:more than|greater than|over|above|at least|exceed(?:s|ed|ing)?|upwards of|no fewer than|no less than)\s*[$€£¥]?$/i
const below = /\b(?:less than|fewer than|under|below|at most|up to|within|no more than)\s*[$€£¥]?$/i
const derivedBefore =
  /\b(?:average|averag(?:es|ed|ing)|mean|median|ratio|rate|differ(?:s|ed|ence)?|gap|(?:increase|decrease|rise|rose|fall|fell|drop(?:ped)?|grew|up|down|shorter|longer|higher|lower|faster|slower)(?:[ds])?(?: of| by)?|apart|factor)(?:\s+(?:of|is|was|by|about))*\s*$/i
const derivedAfter =
  /^\s?(?:[\p{L}%-]+\s){0,2}(?:per\b|later\b|earlier\b|after\b|before\b|apart\b|faster\b|slower\b|higher\b|lower\b|more\b|less\b|longer\b|shorter\b|times\b|-?fold\b|in total\b|altogether\b|combined\b|difference\b|on average\b)|^\s?(?:[\p{L}]{1,12}\s?)?\/\s?\p{L}/iu
const totalBefore = /\b(?:total(?:s|led|ling)?|sum|altogether|combined)(?:\s+(?:of|is|was))*\s*$/i
const internalBefore =
  /(?:\b(?:lines?|sections?|steps?|pages?|figures?|tables?|chapters?|questions?|items?|parts?|points?|appendix|footnotes?|findings?|claims?|parts?)|§)\s*(?:\d[\d\s,–-]*(?:and\s+|to\s+)?)?$/i
const internalAfter =
  /^\s(?:[\p{L}-]+\s)?(?:sources?|files?|documents?|places|lines?|entries|mails?|e-mails?|reports?|records|ways|reasons|things|questions?|findings?|sides|readings|values|statements|accounts|numbers|figures|citations|of (?:the|these|those|them))\b/iu

const near = 48

/**
 * Reads the words beside a value.
 *
 * Pure.
 *
 * @param before The text up to the value.
 * @param after The text behind it.
 * @param manySources Whether the sentence cites more than one place, so that a total may be a sum.
 */
export function readCues(before: string, after: string, manySources: boolean): Cues {
  const left = before.slice(-near)
  const right = after.slice(0, near)
  return {
    approximate: approximately.test(left),
    derived:
      derivedBefore.test(left) ||
      derivedAfter.test(right) ||
      (manySources && totalBefore.test(left)),
    internal: internalBefore.test(left) || internalAfter.test(right),
    ...boundOf(left),
  }
}

function boundOf(left: string): Pick<Cues, 'bound'> {
  const over = above.exec(left)?.[0].trim()
  if (over !== undefined) return { bound: { side: 'above', words: over } }
  const under = below.exec(left)?.[0].trim()
  return under === undefined ? {} : { bound: { side: 'below', words: under } }
}
