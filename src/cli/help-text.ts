import { commandTexts, exitCodes } from './prompts/commands.ts'

/** What `assay --help` prints. Pure. */
export function overview(): string {
  const rows = Object.values(commandTexts).map(
    ({ usage, summary }) => `  assay ${usage.padEnd(33)}${summary}`,
  )
  return [
    'Durable, budgeted, evidence-checked runs of LLM agents.',
    '',
    ...rows,
    `  assay ${'--version'.padEnd(33)}prints the version`,
    '',
    ...exitCodes,
  ].join('\n')
}

/** What `assay help COMMAND` prints; `undefined` for a command that is not known. Pure. */
export function explanation(command: string): string | undefined {
  const text = Object.hasOwn(commandTexts, command) ? commandTexts[command] : undefined
  if (text === undefined) return undefined
  const { usage, summary, details = [] } = text
  return [`Usage: assay ${usage}`, `  ${summary}`, ...details.map((line) => `  ${line}`)].join('\n')
}

/** The line that follows a refusal. Pure. */
export function usageLine(command: string): string {
  return `Usage: assay ${commandTexts[command]?.usage ?? 'COMMAND'}`
}
