import type { SignalAwaited } from '../journal/entry.ts'
import type { Pending } from '../journal/pending.ts'
import { AssayError } from '../kernel/error.ts'
import { hashOf } from '../kernel/hash.ts'
import type { Json } from '../kernel/json.ts'
import type { Driver } from './driver.ts'
import type { Accepted, OpenSignal } from './open-signals.ts'
import { pack, type Packed } from './payload.ts'

/** What a run's code waits for from outside. */
export interface SignalRequest {
  /** What it is answered under. */
  readonly key: string
  readonly prompt?: string
  /** How long it is waited for. */
  readonly timeoutMs?: number
  /** What is taken when the time has run out; without one, that is an error. */
  readonly fallback?: { readonly value: Json | undefined }
  /** JSON Schema of the answer, for those who answer. */
  readonly jsonSchema?: Json
  accept(value: Json | undefined): Promise<Accepted>
}

/**
 * Waits for a value from outside, or returns what the journal holds of it.
 *
 * Durable: the value is written before this resolves, and is the same on every replay.
 *
 * @throws {AssayError} `signal-timeout` where the time ran out and there is no fallback, the same
 * on every replay; `run-cancelled`.
 */
export function awaitSignal(driver: Driver, request: SignalRequest): Promise<Json | undefined> {
  const { place } = driver
  return driver.waits.working(async () => {
    const identity = place.scope.place(hashOf(['signal', request.key]))
    const recorded = driver.takeSignal(identity)
    if (recorded?.ended !== undefined) {
      const { ended } = recorded
      const value = ended.value === undefined ? undefined : driver.read(ended.value)
      return conclude(driver, recorded.awaited, { seq: ended.seq, value })
    }
    const awaited = recorded?.awaited ?? (await announce(driver, request, identity))
    return conclude(driver, awaited, await wait(driver, request, awaited))
  })
}

/** How the waiting ended: at which entry, and with which value if there is one. */
interface Ended {
  readonly seq: number
  readonly value: Promise<Json | undefined> | undefined
}

/** What the code is given, in the order in which it was recorded. */
async function conclude(
  driver: Driver,
  { name: key, deadlineAt = 0 }: SignalAwaited,
  { seq, value }: Ended,
): Promise<Json | undefined> {
  if (value !== undefined) return driver.inTurn(seq, value)
  await driver.inTurn(seq, Promise.resolve())
  throw new AssayError('signal-timeout', `Nobody answered signal "${key}" in time`, {
    key,
    deadlineAt,
  })
}

async function announce(
  driver: Driver,
  { key, prompt, timeoutMs, jsonSchema }: SignalRequest,
  identity: { readonly scope: string; readonly key: string; readonly ordinal: number },
): Promise<SignalAwaited> {
  await driver.mayWrite()
  const { payload: schema, blobs }: Partial<Packed> =
    jsonSchema === undefined ? {} : pack(jsonSchema)
  const deadlineAt = timeoutMs === undefined ? undefined : driver.clock.now() + timeoutMs
  const draft = {
    type: 'signal-awaited',
    ...identity,
    name: key,
    ...(prompt !== undefined && { prompt }),
    ...(deadlineAt !== undefined && { deadlineAt }),
    ...(schema !== undefined && { schema }),
  } as const
  return driver.write(draft, blobs) as SignalAwaited
}

/** Parks until the signal has an answer, or its time has run out. */
async function wait(
  driver: Driver,
  request: SignalRequest,
  awaited: SignalAwaited,
): Promise<Ended> {
  const ended = Promise.withResolvers<Ended>()
  const write = (draft: EndDraft, value: Json | undefined): void => {
    const { payload, blobs } = pack(value)
    const { seq } = driver.write({ ...draft, value: payload, awaited: awaited.seq }, blobs)
    if (draft.type !== 'signal-refused') end({ seq, value: Promise.resolve(value) })
  }
  const end = (how: Ended): void => {
    driver.signals.close(signal)
    ended.resolve(how)
  }
  const signal: OpenSignal = {
    awaited,
    accept: (value) => request.accept(value),
    answer: (value, messageId) => write({ type: 'signal-received', messageId }, value),
    refuse: (value, messageId, issues) =>
      write({ type: 'signal-refused', messageId, issues }, value),
  }
  const expire = async (): Promise<void> => {
    await driver.lookForMessages()
    if (driver.isReplay || !driver.signals.isOpen(signal)) return
    const { fallback } = request
    if (fallback !== undefined) write({ type: 'signal-expired' }, fallback.value)
    else {
      const { seq } = driver.write({ type: 'signal-expired', awaited: awaited.seq })
      end({ seq, value: undefined })
    }
  }
  driver.signals.open(signal)
  try {
    void driver.lookForMessages()
    const { deadlineAt: dueAt } = awaited
    const onDue = (): void => void expire()
    const pending = [pendingOf(awaited)]
    return await driver.waits.park(
      { pending, ...(dueAt !== undefined && { dueAt, onDue }) },
      ended.promise,
    )
  } finally {
    driver.signals.close(signal)
  }
}

type EndDraft =
  | { readonly type: 'signal-received'; readonly messageId: string }
  | {
      readonly type: 'signal-refused'
      readonly messageId: string
      readonly issues: readonly string[]
    }
  | { readonly type: 'signal-expired' }

/** What people are told of an awaited signal. Pure. */
export function pendingOf({ name, prompt, deadlineAt }: SignalAwaited): Pending {
  return {
    kind: 'signal',
    key: name,
    ...(prompt !== undefined && { prompt }),
    ...(deadlineAt !== undefined && { deadlineAt }),
  }
}
