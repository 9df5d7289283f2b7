import type { Answer } from './answer.ts'
import type { Conversation } from './conversation.ts'
import { finishWith } from './finish.ts'
import { isRecord, parseJson } from './json-value.ts'
import { questionsIn, titleOf } from './question-list.ts'
import { isBullet, type Section } from './report-text.ts'
import { phrases } from './words/phrases.ts'

/**
 * Composes the report from the digests that the prompt holds: one section a question with the
 * answer in its place, or all quoted lines of the prompt in one section where it cannot tell them
 * apart. It adds nothing of its own.
 *
 * Pure.
 */
export function answerAsSynthesizer(conversation: Conversation): Answer {
  const text = conversation.userText
  const questions = questionsIn(text).filter((question) => question.endsWith('?'))
  const answers = answersIn(text)
  const sections =
    questions.length > 0 && questions.length === answers.length
      ? questions.map((question, index) => ({ question, answer: answers[index] ?? '' }))
      : [gathered(text, answers)]
  return finishWith(conversation, titleOf(text) ?? phrases.defaultTitle, sections)
}

/** The summaries of digests, which stand in the prompt as JSON: one a line, or a list. */
function answersIn(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const value = parseJson(line.replace(/^\s*[-*]\s+/, ''))
    const digests: unknown[] = Array.isArray(value) ? value : [value]
    return digests.flatMap((digest) => {
      const summary = isRecord(digest) ? digest['outputSummary'] : undefined
      return typeof summary === 'string' ? [summary] : []
    })
  })
}

function gathered(text: string, answers: readonly string[]): Section {
  const lines = [text, ...answers].flatMap((part) => part.split('\n'))
  const bullets = [...new Set(lines.map((line) => line.trim()).filter(isBullet))]
  return { question: phrases.gatheredHeading, answer: bullets.join('\n') }
}
