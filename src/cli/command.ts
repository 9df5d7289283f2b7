import type { ExitCode } from './exit-code.ts'
import type { Output } from './terminal/output.ts'

/** A command whose arguments were understood, ready to be carried out. */
export type Action = (output: Output) => Promise<ExitCode>

/**
 * A command of `assay`: reads its arguments, and touches nothing before they are understood.
 *
 * @throws {AssayError} For arguments that are wrong (exit code 2); the action throws for all else
 * (exit code 1).
 */
export type Command = (args: readonly string[]) => Action | Promise<Action>
