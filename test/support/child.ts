import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** A script that runs in a process of its own. */
export interface Child {
  readonly process: ChildProcessWithoutNullStreams
  /** The next line that it prints; throws, with what it complained about, if it ends first. */
  line(): Promise<string>
  /** Waits for its end. */
  ended(): Promise<void>
}

/** Starts a script of the test folder, through `shell` if given: it must end in `exec "$@"`. */
export function startChild(script: string, args: readonly string[], shell?: string): Child {
  const file = join(import.meta.dirname, '..', script)
  const command = [process.execPath, file, ...args]
  const child =
    shell === undefined
      ? spawn(process.execPath, command.slice(1))
      : spawn('sh', ['-c', shell, 'sh', ...command])
  let complaints = ''
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()))
  const ended = once(child, 'close').then(() => undefined)
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    process: child,
    async line() {
      const next = await lines.next()
      if (next.done !== true) return next.value
      await ended
      throw new Error(`${script} ended: ${complaints}`)
    },
    ended: () => ended,
  }
}
