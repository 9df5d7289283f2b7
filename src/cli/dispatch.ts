import { AssayError } from '../kernel/error.ts'
import type { Command } from './command.ts'
import type { ExitCode } from './exit-code.ts'
import { explanation, overview, usageLine } from './help-text.ts'
import { laterCommands } from './prompts/commands.ts'
import type { Output } from './terminal/output.ts'

/** Each command is loaded when it is asked for, and no other is. */
const commands: Readonly<Record<string, () => Promise<Command>>> = {
  audit: async () => (await import('./commands/audit.ts')).audit,
  run: async () => (await import('./commands/run.ts')).run,
  resume: async () => (await import('./commands/resume.ts')).resume,
  runs: async () => (await import('./commands/runs.ts')).runs,
  signal: async () => (await import('./commands/signal.ts')).signal,
  cancel: async () => (await import('./commands/cancel.ts')).cancel,
  inspect: async () => (await import('./commands/inspect.ts')).inspect,
  check: async () => (await import('./commands/check.ts')).check,
  export: async () => (await import('./commands/export.ts')).exportCommand,
  import: async () => (await import('./commands/import.ts')).importCommand,
  verify: async () => (await import('./commands/verify.ts')).verify,
}

/**
 * Carries out a command line.
 *
 * @param args What follows `assay`.
 * @returns The exit code; what goes wrong is on stderr.
 */
export async function dispatch(args: readonly string[], output: Output): Promise<ExitCode> {
  const [name, ...rest] = args
  if (name === undefined) {
    output.note(overview())
    return 2
  }
  if (name === '--help' || name === '-h') return help([], output)
  if (name === 'help') return help(rest, output)
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (load === undefined) return unknown(name, output)
  if (rest.includes('--help') || rest.includes('-h')) return help([name], output)
  return carryOut(name, { load, args: rest }, output)
}

async function carryOut(
  name: string,
  { load, args }: { readonly load: () => Promise<Command>; readonly args: readonly string[] },
  output: Output,
): Promise<ExitCode> {
  let isUnderstood = false
  try {
    const command = await load()
    const action = await command(args)
    isUnderstood = true
    return await action(output)
  } catch (error) {
    if (!AssayError.is(error)) throw error
    output.note(`assay ${name}: ${error.message} (${error.code})`)
    if (!isUnderstood) output.note(usageLine(name))
    return isUnderstood ? 1 : 2
  }
}

function help(args: readonly string[], output: Output): ExitCode {
  const [name, surplus] = args
  if (surplus !== undefined) {
    output.note(`assay help: "${surplus}" is one argument too many\n${usageLine('help')}`)
    return 2
  }
  const text = name === undefined ? overview() : explanation(name)
  if (text === undefined) return unknown(name ?? '', output)
  output.result(text)
  return 0
}

function unknown(name: string, output: Output): ExitCode {
  const kind = name.startsWith('-') ? 'flag' : 'command'
  const reason = laterCommands.includes(name) ? 'is not available yet' : 'is not known'
  output.note(`assay: The ${kind} "${name}" ${reason}; "assay --help" lists what is`)
  return 2
}
