import { describe, expect, it } from 'vitest'
import { AssayError } from '../../kernel/error.ts'
import type { Snapshot } from '../snapshot.ts'
import { citationTargetsValidator } from './citation-targets.ts'
import { citedValueValidator } from './cited-value.ts'
import { citedWordsValidator } from './cited-words.ts'
import type { FinishCandidate } from './finish-validator.ts'
import { quoteValidator } from './quote.ts'
import { requiredSectionsValidator } from './required-sections.ts'

const lines = ['retries: 5', 'the limit is not final', 'colour: blue']
const snapshot: Snapshot = {
  lines: (path) => (path === 'a.txt' ? lines : undefined),
  resolve: ({ path, line }) => (path === 'a.txt' ? lines[line - 1] : undefined),
  hash: () => undefined,
  paths: () => ['a.txt'],
}

function candidate(text: string): FinishCandidate {
  return { result: text, text, children: [], runId: 'r' }
}

describe('citationTargetsValidator()', () => {
  const validator = citationTargetsValidator({ snapshot })

  it('lets a citation pass that resolves', () => {
    expect(validator.validate(candidate('Is 9 [a.txt:1].'))).toEqual({ ok: true })
  })

  it('refuses one that does not, with a reason for each', () => {
    const validation = validator.validate(candidate('Is 9 [a.txt:9] or so [b.txt:1].'))
    expect(validation).toEqual({
      ok: false,
      reasons: [expect.stringContaining('a.txt:9'), expect.stringContaining('b.txt')],
    })
  })
})

describe('citedValueValidator()', () => {
  it('refuses a value that is one line off, unless the window holds it', () => {
    const text = candidate('Retries stop at 5 [a.txt:2].')
    expect(citedValueValidator({ snapshot }).validate(text).ok).toBe(false)
    expect(citedValueValidator({ snapshot, window: 1 }).validate(text).ok).toBe(true)
  })

  it('leaves out what matches `notValues`', () => {
    const text = candidate('Case 2041 stops at 5 [a.txt:1].')
    expect(citedValueValidator({ snapshot }).validate(text).ok).toBe(false)
    expect(citedValueValidator({ snapshot, notValues: ['^20'] }).validate(text).ok).toBe(true)
    expect(citedValueValidator({ snapshot, notValues: [/^20/g] }).validate(text).ok).toBe(true)
  })
})

describe('citedWordsValidator()', () => {
  it('refuses a sentence that the lines do not speak of', () => {
    const validator = citedWordsValidator({ snapshot })
    const validation = validator.validate(candidate('The old boat was sold by a bank [a.txt:2].'))
    expect(validation).toEqual({ ok: false, reasons: [expect.stringContaining('a.txt:2')] })
    expect(validator.validate(candidate('The old limit was set by a bank [a.txt:2].')).ok).toBe(
      true,
    )
  })
})

describe('quoteValidator()', () => {
  const validator = quoteValidator({ snapshot })

  it('names the lost negation', () => {
    const validation = validator.validate(candidate('They say "the limit is final" [a.txt:2].'))
    expect(validation).toEqual({
      ok: false,
      reasons: [expect.stringContaining('drops the negation "not"')],
    })
  })

  it('keeps a quote that stands at another line', () => {
    expect(validator.validate(candidate('"the limit is not final" [a.txt:3]')).ok).toBe(true)
  })
})

describe('requiredSectionsValidator()', () => {
  it.each([
    [{ sections: ['## Findings'] }, '## Findings\n\nText', true],
    [{ sections: ['Findings'] }, 'Findings\n---\n', true],
    [{ sections: ['## Findings'] }, 'See ## Findings', false],
    [{ sections: ['## Findings'], match: 'anywhere' }, 'See ## Findings', true],
    [{ sections: ['## Findings'] }, '```\n## Findings\n```', false],
    [{ sections: ['## Findings'], fencedCode: 'count' }, '```\n## Findings\n```', true],
    [{ sections: ['## A', '## B'] }, '## A', false],
  ] as const)('checks %j in %j', (options, text, ok) => {
    expect(requiredSectionsValidator(options).validate(candidate(text)).ok).toBe(ok)
  })
})

describe('validator options', () => {
  it.each([
    [() => citationTargetsValidator({} as never), 'snapshot'],
    [() => citationTargetsValidator({ snapshot, window: 1 } as never), 'window'],
    [() => citationTargetsValidator(undefined as never), 'options'],
    [() => citedValueValidator({ snapshot, window: -1 }), 'window'],
    [() => citedValueValidator({ snapshot, window: 0.5 }), 'window'],
    [() => citedValueValidator({ snapshot, notValues: ['('] }), 'notValues'],
    [() => citedValueValidator({ snapshot, notValues: 'x' as never }), 'notValues'],
    [() => citedWordsValidator({ snapshot, window: 1001 }), 'window'],
    [() => quoteValidator({ snapshot: null } as never), 'snapshot'],
    [() => requiredSectionsValidator({ sections: [] }), 'sections'],
    [() => requiredSectionsValidator({ sections: [' '] }), 'sections'],
    [() => requiredSectionsValidator({ sections: ['A'], match: 'x' as never }), 'match'],
    [() => requiredSectionsValidator({ sections: ['A'], fencedCode: 'x' as never }), 'fencedCode'],
  ])('are refused by name at construction, case %#', (make, option) => {
    expect(optionRefusedBy(make)).toBe(option)
  })
})

function optionRefusedBy(make: () => unknown): string {
  try {
    make()
  } catch (error) {
    if (AssayError.is(error, 'invalid-option')) return error.data.option
    throw error
  }
  return 'none'
}
