import { parseArgs } from 'node:util'
import { AssayError, invalidArgument, invalidOption } from '../kernel/error.ts'

/** What a command can be given. */
export interface ArgumentRules {
  /** Names of what has to stand on the command line by itself. */
  readonly operands: readonly string[]
  /** Names of what may follow them. */
  readonly optional?: readonly string[]
  /** Flags that take a text. */
  readonly texts?: readonly string[]
  readonly switches?: readonly string[]
  /** Flags of the public contract that cannot act yet. */
  readonly later?: readonly string[]
}

/** What a command was given. */
export interface Arguments {
  readonly operands: readonly string[]
  readonly texts: Readonly<Record<string, string>>
  readonly switches: ReadonlySet<string>
}

/**
 * Reads a command's arguments.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-argument` or `invalid-option` naming what is unknown, missing,
 * blank or given twice.
 */
export function readArguments(args: readonly string[], rules: ArgumentRules): Arguments {
  refuseLater(args, rules.later ?? [])
  const { values, positionals, tokens } = parsed(args, rules)
  const given = tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : []))
  const twice = given.find((name, at) => given.indexOf(name) !== at)
  if (twice !== undefined) throw invalidOption(`--${twice}`, 'is given twice')
  const texts = Object.entries(values).flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  const blank = texts.find(([, value]) => value.trim() === '')
  if (blank !== undefined) throw invalidArgument(`--${blank[0]}`, blank[1], 'a text')
  return {
    operands: readOperands(positionals, rules),
    texts: Object.fromEntries(texts),
    switches: new Set(Object.keys(values).filter((name) => values[name] === true)),
  }
}

/**
 * Refuses flags that cannot be given together.
 *
 * Pure.
 *
 * @throws {AssayError} `invalid-option` naming both.
 */
export function refuseTogether(given: readonly string[]): void {
  const [one, other] = given
  if (one !== undefined && other !== undefined) {
    throw invalidOption(`--${one}`, `and "--${other}" cannot be given together`)
  }
}

/** Refuses a command line without something that has to be on it. Pure. */
export function missing(name: string): AssayError {
  return new AssayError('invalid-argument', `"${name}" is missing`, { name, value: 'nothing' })
}

function refuseLater(args: readonly string[], later: readonly string[]): void {
  const named = later.find((name) =>
    args.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
  )
  if (named !== undefined) throw invalidOption(`--${named}`, 'is not available yet')
}

interface Parsed {
  readonly values: Readonly<Record<string, unknown>>
  readonly positionals: readonly string[]
  readonly tokens: readonly { readonly kind: string; readonly name: string }[]
}

function parsed(args: readonly string[], { texts = [], switches = [] }: ArgumentRules): Parsed {
  const options: Record<string, { readonly type: 'string' | 'boolean' }> = {}
  for (const name of texts) options[name] = { type: 'string' }
  for (const name of switches) options[name] = { type: 'boolean' }
  const joined = joinNumbers(args, texts)
  const config = { args: joined, options, allowPositionals: true, strict: true, tokens: true }
  try {
    return parseArgs(config) as unknown as Parsed
  } catch (cause) {
    throw refused(cause)
  }
}

function noValue(name: string): AssayError {
  const message = `"${name}" must be followed by its value`
  return new AssayError('invalid-argument', message, { name, value: 'nothing' })
}

/** A number below zero that follows a flag is its value, not another flag. */
function joinNumbers(args: readonly string[], texts: readonly string[]): string[] {
  const joined: string[] = []
  for (const [at, arg] of args.entries()) {
    const flag = joined.at(-1) ?? ''
    const takesText =
      !joined.includes('--') && flag === args[at - 1] && texts.some((name) => flag === `--${name}`)
    if (takesText && /^-[\d.]/.test(arg)) joined.splice(-1, 1, `${flag}=${arg}`)
    else joined.push(arg)
  }
  return joined
}

/** Node's refusal as ours: its first sentence names the flag. */
function refused(cause: unknown): AssayError {
  const message = cause instanceof Error ? cause.message : String(cause)
  const [sentence = message] = message.split(/\.(?: |$|\n)/)
  const name = /'(-[^' ,]*)/.exec(message)?.[1] ?? 'arguments'
  if (/ambiguous/.test(sentence)) return noValue(name)
  return new AssayError('invalid-argument', sentence, { name, value: sentence }, { cause })
}

function readOperands(
  given: readonly string[],
  { operands, optional = [] }: ArgumentRules,
): readonly string[] {
  const names = [...operands, ...optional]
  for (const [at, name] of names.entries()) {
    const value = given[at]
    if (value === undefined && at >= operands.length) break
    if (value === undefined) throw missing(name)
    if (value.trim() === '') throw invalidArgument(name, value, 'a text')
  }
  const surplus = given[names.length]
  if (surplus === undefined) return given
  throw invalidArgument('arguments', surplus, `no more than ${names.join(' ') || 'flags'}`)
}
