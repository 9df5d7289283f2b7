/** What an agent that must end by a tool is told after a reply without one. */
export const nudge = 'Go on by calling a tool. End by calling "finish".'

/** What an agent is told of a `once` tool that a crash cut off. */
export const unknownOutcome =
  'A crash cut this call off: it may or may not have happened, and it was not repeated. Find out before you call it again.'

/** What an agent is asked after a structured answer that did not fit. Pure. */
export function repairPrompt(issues: readonly string[]): string {
  const list = issues.map((issue) => `- ${issue}`).join('\n')
  return `Your answer did not fit the schema:\n${list}\nAnswer again with the corrected JSON alone.`
}
