import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { dispatch } from '../../src/cli/dispatch.ts'

/** The built command, as `bin` names it. */
export const commandFile: string = join(import.meta.dirname, '../../dist/cli/main.js')

/** The bundled dossier and its questions. */
export const dossier: string = join(import.meta.dirname, '../../examples/payments-outage')
export const dossierQuestions: string = `${dossier}.questions.md`

/** What a command did. */
export interface Ended {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** How a command is started. */
export interface Place {
  readonly cwd: string
  readonly env?: NodeJS.ProcessEnv
}

/** A command that is under way. */
export interface Command {
  readonly process: ChildProcess
  readonly ended: Promise<Ended>
  /** Resolves once its notes hold the text; rejects if it ends without. */
  says(text: string): Promise<void>
}

/** Starts `assay` with arguments, in a process of its own. */
export function startAssay(args: readonly string[], place: Place): Command {
  return start(process.execPath, [commandFile, ...args], place)
}

/** Starts a program, in a process of its own. */
export function start(program: string, args: readonly string[], { cwd, env }: Place): Command {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk))
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk))
  const ended = once(child, 'close').then(
    ([code]): Ended => ({ code: code as number | null, stdout, stderr }),
  )
  return {
    process: child,
    ended,
    says: (text) =>
      new Promise((resolve, reject) => {
        const look = (): void => void (stderr.includes(text) && resolve())
        child.stderr.on('data', look)
        look()
        void ended.then(() => reject(new Error(`ended without saying "${text}": ${stderr}`)))
      }),
  }
}

/** Runs `assay` to its end. */
export function assay(args: readonly string[], place: Place): Promise<Ended> {
  return startAssay(args, place).ended
}

/** Carries a command line out in this process: for what is refused before anything starts. */
export async function assayHere(args: readonly string[]): Promise<Ended> {
  const said = { stdout: '', stderr: '' }
  const code = await dispatch(args, {
    isOpen: true,
    result: (text) => void (said.stdout += `${text}\n`),
    note: (text) => void (said.stderr += `${text}\n`),
  })
  return { code, ...said }
}

/** The id of the run that a command tells of. */
export function runIdIn({ stdout, stderr }: Ended): string {
  const [runId] = /run-[0-9a-f]{12}/.exec(stdout + stderr) ?? []
  if (runId === undefined) throw new Error(`no run is named in: ${stdout}${stderr}`)
  return runId
}
