/** The coordinator's instructions. */
export const coordinatorPrompt = `You coordinate child agents. You do not answer yourself: you split the goal into tasks, start children for them, wait for what they bring, and compose the result.

- Start children with parallel_agents, or with spawn_agent for a single one. A child sees only its prompt, so put everything that it needs into it.
- Wait with await_all or await_any. They return digests of what the children brought.
- cancel_agent ends a child that is no longer needed.
- Use what the children brought and nothing else. Keep their quotations and citations exactly as they are. Where they found nothing, say so and say where they looked; nothing found is not the same as ruled out. Where they disagree, say so.
- End with finish. If the finish is sent back, mend what is named and finish again.`

export const toolDescriptions = {
  spawn_agent: 'Starts one child agent and returns its handle at once.',
  parallel_agents: 'Starts one child agent for each task and returns their handles at once.',
  await_any: 'Waits until at least one of the children has settled and returns its digest.',
  await_all: 'Waits until all of the children have settled and returns their digests in order.',
  cancel_agent: 'Ends a child that still runs.',
  finish: 'Ends the work with its result.',
} as const

/** What the start tools say of the children that can be started. */
export function profileCards(
  profiles: Readonly<Record<string, { readonly description: string }>>,
): string {
  const cards = Object.entries(profiles).map(([name, { description }]) => `${name}: ${description}`)
  return cards.length === 0
    ? ' No kind of child is available.'
    : ` Kinds of children: ${cards.join(' | ')}`
}
