import { describe, expect, it } from 'vitest'
import { matchQuote, quoteSource } from './quote-match.ts'

describe('matchQuote()', () => {
  it.each([
    ['the “limit” isn’t 5', 'so the "limit" isn\'t 5 today'],
    ['first office', 'the \ufb01rst o\ufb03ce'],
    ['non\u2011breaking text', 'a non-breaking text'],
    ['a\u00a0b — c', 'x a b - c'],
    ['The limit is five.', 'we said the limit is five for now'],
    ['the refund … approved', 'the refund was fully approved'],
    ['[They] stop at five', 'Jobs stop at five'],
    ['[cluster]', 'a [cluster] b'],
    ['[db-1] was … slow', 'x [db-1] was … slow'],
    ['over two lines', 'it goes over\ntwo lines'],
    ['we did not ship it', "we didn't ship it"],
    ["we can't ship it", 'sadly we cannot ship it'],
    ['not ship it', "we didn't ship it"],
    ['an important example', 'an important exam-\n  ple'],
    ['a well-known one', 'a well-\nknown one'],
  ])('finds %j in %j', (quote, text) => {
    expect(matchQuote(quote, quoteSource(text)).kind).toBe('verbatim')
  })

  it.each([
    ['the maximum is five', 'the limit is five'],
    ['five jobs wait', 'jobs wait for five'],
    ['foo bar', 'foo barn'],
    ['a Post Office', 'a Post-\nOffices'],
    ['we did say it was not so', "we didn't say it was so"],
    ['', 'anything'],
  ])('does not find %j in %j', (quote, text) => {
    expect(matchQuote(quote, quoteSource(text))).toEqual({ kind: 'absent' })
  })

  it.each([
    ['the refund was approved', 'the refund was not approved', 'not'],
    ['the refund … approved', 'the refund was not approved', 'not'],
    ['it is ready now', "it isn't ready now", "n't"],
    ['can approve refunds', 'we cannot approve refunds', 'not'],
    ['wurde genehmigt', 'das wurde nicht genehmigt', 'nicht'],
    ['il est prêt', 'il est pas prêt', 'pas'],
    ['está listo hoy', 'está sin listo hoy', 'sin'],
    ['è stato approvato', 'è stato mai approvato', 'mai'],
    ['foi sempre aprovado', 'foi não sempre aprovado', 'não'.normalize('NFKD')],
    ['is nu goedgekeurd', 'is nu niet goedgekeurd', 'niet'],
  ])('says that %j drops a negation of %j', (quote, text, word) => {
    expect(matchQuote(quote, quoteSource(text))).toMatchObject({ kind: 'negation', lost: [word] })
  })

  it('says that a quote adds a negation', () => {
    const match = matchQuote('it was never tested', quoteSource('it was tested'))
    expect(match).toMatchObject({ kind: 'negation', lost: [], gained: ['never'] })
  })

  it('says where words stand that are joined from two lines', () => {
    const text = 'of an exam-\nple here'
    const match = matchQuote('an example', quoteSource(text))
    expect(match.kind === 'verbatim' && text.slice(match.offset, match.end)).toBe('an exam-\nple')
  })

  it('says where the words stand', () => {
    const text = 'a\u2014b: the ﬁrst one'
    const match = matchQuote('the first', quoteSource(text))
    expect(match.kind === 'verbatim' && text.slice(match.offset, match.end)).toBe('the ﬁrst')
  })
})
