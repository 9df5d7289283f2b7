import { type Answer, call, type RequestedCall, say } from './answer.ts'
import { answerText } from './answer-text.ts'
import { type Conversation, exchangesWith } from './conversation.ts'
import { headEnd } from './file-notes.ts'
import { isRecord } from './json-value.ts'
import { questionsIn } from './question-list.ts'
import { type Question, readQuestion } from './question.ts'
import { searchFor, type Width } from './search-pattern.ts'
import { type RelevantLine, relevantLines } from './selection.ts'
import { linesShown, matchCounts } from './source-lines.ts'
import { phrases } from './words/phrases.ts'

/** Turns that may call tools: a search, a narrower one, and looks at files. */
const mostTurns = 5
const mostFilesRead = 8
const mostMatches = 500

/**
 * Answers one question from the files that the tools show: searches, searches again if that
 * brought more than is shown, reads the heads of the files that speak of it, and quotes.
 * Where it stands it reads from the messages.
 *
 * Pure.
 */
export function answerAsChild(conversation: Conversation): Answer {
  const question = readQuestion(questionsIn(conversation.request).at(-1) ?? '')
  const looked = linesShown(conversation)
  const relevant = relevantLines(looked.lines, question)
  const calls = nextCalls(conversation, question, relevant)
  if (calls.length > 0 && conversation.turnsTaken < mostTurns) return call(calls)
  const isBlind = conversation.exchanges.length === 0 && question.terms.length > 0
  return say(isBlind ? phrases.cannotSearch : answerText(question, looked, relevant))
}

function nextCalls(
  conversation: Conversation,
  question: Question,
  relevant: readonly RelevantLine[],
): readonly RequestedCall[] {
  if (question.terms.length === 0) return []
  const searches = nextSearches(conversation, question)
  return searches.length > 0 ? searches : headsToRead(conversation, relevant)
}

/** First for lines with two terms; if those are too many to be shown, for lines with three. */
function nextSearches(conversation: Conversation, question: Question): readonly RequestedCall[] {
  if (!conversation.tools.has('search_files')) return []
  const done = exchangesWith(conversation, 'search_files')
  const [first] = done
  if (first === undefined) return [search(question, 'pairs'), ...nameSearches(question)]
  const { shown, total } = matchCounts(first)
  const narrower = search(question, 'triples')
  const isDone = done.some(
    ({ input }) => isRecord(input) && input['query'] === narrower.input['query'],
  )
  return total > shown && !isDone ? [narrower] : []
}

function nameSearches(question: Question): readonly RequestedCall[] {
  const names = question.terms.filter(({ isName }) => isName)
  if (names.length === 0 || question.terms.length === 1) return []
  return [search({ ...question, terms: names }, 'any')]
}

function search({ terms }: Question, width: Width): RequestedCall {
  const input = { query: searchFor(terms, width), regex: true, limit: mostMatches }
  return { toolName: 'search_files', input }
}

/** The heads of the files that speak of the question, as far as they were not read yet. */
function headsToRead(
  conversation: Conversation,
  relevant: readonly RelevantLine[],
): readonly RequestedCall[] {
  if (!conversation.tools.has('read_lines')) return []
  const read = exchangesWith(conversation, 'read_lines').map(({ input }) =>
    isRecord(input) ? input['path'] : undefined,
  )
  const paths = new Set(relevant.map(({ path }) => path))
  const unread = [...paths].slice(0, mostFilesRead).filter((path) => !read.includes(path))
  return unread.map((path) => ({ toolName: 'read_lines', input: { path, start: 1, end: headEnd } }))
}
