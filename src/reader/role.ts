import type { Answer } from './answer.ts'
import { answerAsChild } from './child.ts'
import type { Conversation } from './conversation.ts'
import { answerAsCoordinator } from './coordinator.ts'
import { answerByExtract } from './extract.ts'
import { isRecord } from './json-value.ts'
import { answerAsJudge } from './judge.ts'
import { answerAsSynthesizer } from './synthesizer.ts'

/** What a call asks of the model. */
export type ReaderRole = 'coordinator' | 'child' | 'judge' | 'synthesizer' | 'other'

/** Which role a call asks for, told by what it offers. Pure. */
function roleOf(conversation: Conversation): ReaderRole {
  const offers = (name: string): boolean => conversation.tools.has(name)
  if (offers('parallel_agents') || offers('spawn_agent')) return 'coordinator'
  if (offers('search_files') || offers('read_lines')) return 'child'
  if (asksForRows(conversation.replySchema)) return 'judge'
  const hasMaterial = /^#*[ \t]*\**(?:draft|digests?)\b|<(?:draft|digests?)\b/im.test(
    conversation.userText,
  )
  return offers('finish') || hasMaterial ? 'synthesizer' : 'other'
}

/** Answers a call in its role. Pure. */
export function answerInRole(conversation: Conversation): Answer {
  switch (roleOf(conversation)) {
    case 'coordinator':
      return answerAsCoordinator(conversation)
    case 'child':
      return answerAsChild(conversation)
    case 'judge':
      return answerAsJudge(conversation)
    case 'synthesizer':
      return answerAsSynthesizer(conversation)
    case 'other':
      return answerByExtract(conversation)
  }
}

function asksForRows(schema: unknown): boolean {
  return isRecord(schema) && isRecord(schema['properties']) && 'rows' in schema['properties']
}
