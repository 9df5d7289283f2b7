import { type Answer, say } from './answer.ts'
import type { Conversation } from './conversation.ts'
import { readQuestion } from './question.ts'
import { stemLine } from '../evidence/words/tokens.ts'
import { phrases } from './words/phrases.ts'

const mostSentences = 3
const mostCharacters = 2_000_000

/**
 * Answers anything else: the sentences of the prompt that share most words with its last question,
 * word for word, or a sentence that says what the model is.
 *
 * Pure.
 */
export function answerByExtract({ userText }: Conversation): Answer {
  const sentences =
    userText.slice(-mostCharacters).match(/[^.!?\n]+(?:[.!?]+(?!\s)[^.!?\n]+)*[.!?]*/g) ?? []
  const asked = sentences.findLast((sentence) => sentence.trimEnd().endsWith('?'))
  const { terms } = readQuestion(asked ?? sentences.at(-1) ?? '')
  const scored = sentences
    .map((sentence) => ({ sentence: sentence.trim(), score: shared(sentence, terms) }))
    .filter(({ sentence, score }) => score > 0 && !sentence.endsWith('?'))
  const best = scored.reduce((most, { score }) => Math.max(most, score), 1)
  const chosen = scored.filter(({ score }) => score === best).map(({ sentence }) => sentence)
  return say([...new Set(chosen)].slice(0, mostSentences).join(' ') || phrases.whatItIs)
}

function shared(sentence: string, terms: readonly { readonly run: string }[]): number {
  const stems = stemLine(sentence)
  return terms.filter(({ run }) => stems.includes(run)).length
}
