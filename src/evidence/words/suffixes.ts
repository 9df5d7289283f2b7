/** Endings that make another form of the same word, longest first. */
export const inflections: readonly string[] = ['ings', 'ing', 'edly', 'ed', 'es', 's', "'s", '’s']

/** Endings that make a noun or an adverb of a verb, longest first. */
export const derivations: readonly string[] = [
  'ations',
  'ation',
  'ements',
  'ement',
  'ments',
  'ment',
  'ions',
  'ion',
  'ures',
  'ure',
  'ly',
]
