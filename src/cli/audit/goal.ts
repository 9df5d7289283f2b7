import { inertText } from '../../evidence/anchors/inert-code.ts'
import { auditGoal, briefQuestion, defaultQuestions } from '../prompts/audit.ts'
import { questionsIn } from './questions.ts'

/** What an audit is asked: at least one question, each on one line. Pure. */
export function questionsOf(
  file: readonly string[] | undefined,
  brief: string | undefined,
): readonly string[] {
  const asked = [...(file ?? []), ...questionsIn(brief ?? '')]
  if (asked.length > 0) return [...new Set(asked)]
  return brief === undefined ? defaultQuestions : [briefQuestion(brief)]
}

/** The words in which a coordinator is given an audit. Pure. */
export function goalOf(
  folderName: string,
  questions: readonly string[],
  brief: string | undefined,
): string {
  return [
    auditGoal.title(inertText(folderName)),
    ...(brief === undefined ? [] : [brief.trim()]),
    auditGoal.task,
    auditGoal.questions,
    questions.map((question, at) => `${at + 1}. ${question}`).join('\n'),
  ].join('\n\n')
}
