import type { Json } from '../kernel/json.ts'
import type { Message } from '../store/journal-store.ts'

/** What a message asks of a run's driver. */
export type MessageBody =
  | {
      readonly kind: 'signal'
      /** `seq` of the `signal-awaited` that it answers. */
      readonly awaited: number
      /** Absent for `undefined`. */
      readonly value?: Json
    }
  | {
      readonly kind: 'cancel'
      readonly reason: string
      /** `seq` of the run's last entry when it was asked: a later generation is not meant. */
      readonly after: number
    }

/** Writes what a message asks. Pure. */
export function bodyOf(asked: MessageBody): string {
  return JSON.stringify(asked)
}

/** Reads what a message asks; `undefined` for one that this version cannot read. Pure. */
export function readBody({ body }: Message): MessageBody | undefined {
  const read = parsed(body)
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return undefined
  const { kind, awaited, after, reason } = read as Readonly<Record<string, unknown>>
  const isSignal = kind === 'signal' && typeof awaited === 'number'
  const isCancel = kind === 'cancel' && typeof after === 'number' && typeof reason === 'string'
  return isSignal || isCancel ? (read as unknown as MessageBody) : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
