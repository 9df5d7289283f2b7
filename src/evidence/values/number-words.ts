const small: ReadonlyMap<string, number> = new Map(
  (
    'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen ' +
    'sixteen seventeen eighteen nineteen'
  )
    .split(' ')
    .map((word, index) => [word, index]),
)
const tens: ReadonlyMap<string, number> = new Map(
  'twenty thirty forty fifty sixty seventy eighty ninety'
    .split(' ')
    .map((word, index) => [word, 20 + 10 * index]),
)
const large: ReadonlyMap<string, number> = new Map([
  ['dozen', 12],
  ['hundred', 100],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
])

const ten = [...tens.keys()].join('|')
const one = [...small.keys()].slice(1, 10).join('|')
const word = [...small.keys(), ...tens.keys(), ...large.keys()].join('|')

/** Matches number words in a row: "two hundred and five", "thirty-one", "thirty - one". */
export const numberWords: RegExp = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:${word})(?:(?:\\s|-|\\sand\\s|(?<=${ten})\\s-\\s(?=${one}\\b))(?:${word})){0,8}(?![\\p{L}\\p{N}])`,
  'giu',
)

/** The number that a run of number words says, or `undefined`. Pure. */
export function readNumberWords(text: string): number | undefined {
  const parts = text
    .toLowerCase()
    .split(/[\s-]+/)
    .filter((part) => part !== 'and')
  let total = 0
  let group = 0
  for (const part of parts) {
    const factor = large.get(part)
    const value = small.get(part) ?? tens.get(part)
    if (factor !== undefined && factor <= 100) group = Math.max(1, group) * factor
    else if (factor !== undefined) {
      total += Math.max(1, group) * factor
      group = 0
    } else if (value === undefined) return undefined
    else group += value
  }
  return total + group
}
