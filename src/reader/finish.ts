import { type Answer, call, say } from './answer.ts'
import { type Conversation, type Exchange, exchangesWith } from './conversation.ts'
import { textsIn } from './json-value.ts'
import { reportText, type Section, withoutBullets } from './report-text.ts'
import { phrases } from './words/phrases.ts'

/** A report is sent this often, each time without the bullets that refusals name. */
const mostFinishes = 3

/**
 * Finishes with the report of the sections, or says it as a text where there is no `finish` or it
 * was refused too often.
 *
 * Pure.
 */
export function finishWith(
  conversation: Conversation,
  title: string,
  sections: readonly Section[],
): Answer {
  const refused = exchangesWith(conversation, 'finish')
  const left = refused.reduce((some, refusal) => withoutBullets(some, reasonsOf(refusal)), sections)
  const report =
    sections.length === 0 ? `# ${title}\n\n${phrases.noQuestion}` : reportText(title, left)
  if (!conversation.tools.has('finish') || refused.length >= mostFinishes) return say(report)
  return call([{ toolName: 'finish', input: { result: report } }])
}

function reasonsOf({ error, value }: Exchange): string {
  return textsIn(error ?? value).join('\n')
}
