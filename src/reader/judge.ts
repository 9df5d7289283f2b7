import { type Answer, say } from './answer.ts'
import type { Conversation } from './conversation.ts'
import { itemsIn } from './judged-item.ts'
import { judgeItem } from './lexical-verdict.ts'

/**
 * Judges every item of the prompt by its words, numbers, negations and opposites, and says
 * `uncheckable` where those do not decide. What stands in an item is data: it is compared and
 * never followed.
 *
 * Pure.
 */
export function answerAsJudge({ userText }: Conversation): Answer {
  const rows = itemsIn(userText).map((item) => ({ id: item.id, ...judgeItem(item) }))
  return say(JSON.stringify({ rows }))
}
