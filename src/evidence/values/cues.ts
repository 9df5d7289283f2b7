/** How a figure may have been made of others: by comparing, dividing, averaging or adding them. */
export type Derivation = 'comparison' | 'rate' | 'share' | 'total'

/** What the words around a number say about it. */
export interface Cues {
  /** "about", "nearly": zeros at the end are not exact. */
  readonly approximate: boolean
  /** A bound that a found value may keep instead of being equal: "more than 5". */
  readonly bound?: { readonly side: 'above' | 'below'; readonly words: string }
  /** A figure that no single line needs to hold. */
  readonly derived?: Derivation
  /** "share", "probability": 0.8 is 80 %. */
  readonly isShare: boolean
  /** A number that counts or points within the report itself: "line 3", "two sources". */
  readonly internal: boolean
}

const approximately =
  /(?:\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca?\.?|close to)|[~≈])\s*[$€£¥]?$/i
const above =
  /\b(?:(?<!\bnot? )more than|greater than|over|above|at least|exceed(?:s|ed|ing)?|upwards of|not? fewer than|not? less than)\s*[$€£¥]?$/i
const below =
  /\b(?:(?<!\bnot? )(?:less|fewer) than|under|below|at most|up to|within|not? more than)\s*[$€£¥]?$/i
const is = String.raw`(?:\s*[:=]|\s+(?:of|is|was|were|by|about|at))*\s*$`
const before: readonly (readonly [Derivation, RegExp])[] = [
  [
    'comparison',
    new RegExp(
      String.raw`\b(?:differ(?:s|ed|ences?)?|gap|apart|(?:increase|decrease|rise|rose|fall|fell|drop(?:ped)?|grew|up|down|shorter|longer|higher|lower|faster|slower)[ds]?(?: of| by)?)${is}`,
      'i',
    ),
  ],
  [
    'share',
    new RegExp(
      String.raw`\b(?:averag(?:e|es|ed|ing)|mean|median|ratio|rate|factor)(?:\s[\p{L}-]{1,20}){0,2}${is}`,
      'iu',
    ),
  ],
]
const after: readonly (readonly [Derivation, RegExp])[] = [
  [
    'comparison',
    /^\s?(?:[\p{L}%-]+\s){0,2}(?:later|earlier|after|before|apart|faster|slower|higher|lower|more|less|longer|shorter|times|-?fold|difference)\b/iu,
  ],
  ['rate', /^\s?(?:[\p{L}%-]+\s){0,2}per\b|^\s?(?:\p{L}{1,12}\s?)?\/\s?\p{L}/iu],
  ['share', /^\s?(?:[\p{L}%-]+\s){0,2}on average\b/iu],
  ['total', /^\s?(?:[\p{L}%-]+\s){0,2}(?:in total|altogether|combined)\b/iu],
]
const total = new RegExp(String.raw`\b(?:total(?:s|led|ling)?|sum|altogether|combined)${is}`, 'i')
const share =
  /\b(?:share|fraction|proportion|ratio|rate|probability|likelihood|accuracy|precision|recall|score|confidence)\b/i
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
 * @param textBefore The text up to the value.
 * @param textAfter The text behind it.
 * @param manySources Whether the sentence cites more than one place, so that a total may be a sum.
 */
export function readCues(textBefore: string, textAfter: string, manySources: boolean): Cues {
  const left = textBefore.slice(-near)
  const right = textAfter.slice(0, near)
  return {
    approximate: approximately.test(left),
    isShare: share.test(left) || share.test(right),
    internal: internalBefore.test(left) || internalAfter.test(right),
    ...derivationOf(left, right, manySources),
    ...boundOf(left),
  }
}

function derivationOf(left: string, right: string, manySources: boolean): Pick<Cues, 'derived'> {
  const isTotal = manySources && total.test(left)
  const found =
    before.find(([, words]) => words.test(left)) ?? after.find(([, words]) => words.test(right))
  if (found !== undefined) return { derived: found[0] }
  return isTotal ? { derived: 'total' } : {}
}

function boundOf(left: string): Pick<Cues, 'bound'> {
  const over = above.exec(left)?.[0].trim()
  if (over !== undefined) return { bound: { side: 'above', words: over } }
  const under = below.exec(left)?.[0].trim()
  return under === undefined ? {} : { bound: { side: 'below', words: under } }
}
