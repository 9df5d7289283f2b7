import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Notices calls of the machine's own time and chance in code that is to run the same way again.
 *
 * While at least one body is watched, three globals are replaced by functions that answer as they
 * do and tell the watcher of the asynchronous context that they are called in; other code hears
 * nothing. When no body is watched any more they are put back.
 *
 * Not noticed: `new Date()`, `performance.now()`, and functions that were imported from
 * `node:crypto`. A linter finds those.
 */

/** A call that gives another value on each run. */
export type BareCall = 'Date.now()' | 'Math.random()' | 'crypto.randomUUID()'

/** Hears of bare calls, or `undefined` where they are allowed. */
const watchers = new AsyncLocalStorage<((call: BareCall) => void) | undefined>()

let bodies = 0
let isOwn = false
let restore: () => void = () => undefined

/**
 * Runs a body whose bare calls are told to `onBare`, also from all that it awaits, until it has
 * ended or `signal` aborts.
 *
 * Live.
 */
export async function watched<T>(
  onBare: (call: BareCall) => void,
  body: () => Promise<T>,
  signal: AbortSignal,
): Promise<T> {
  const letGo = watch()
  signal.addEventListener('abort', letGo)
  try {
    return await watchers.run(onBare, body)
  } finally {
    signal.removeEventListener('abort', letGo)
    letGo()
  }
}

/** Sees to it that globals are watched until the answer is called, once. */
function watch(): () => void {
  bodies += 1
  if (bodies === 1) restore = install()
  let isWatching = true
  return () => {
    if (!isWatching) return
    isWatching = false
    bodies -= 1
    if (bodies === 0) restore()
  }
}

/** Runs code whose bare calls are nobody's business, such as the body of a step. Live. */
export function unwatched<T>(act: () => T): T {
  return watchers.getStore() === undefined ? act() : watchers.run(undefined, act)
}

/** Makes a call of the machine's own clock or chance that is not told to anybody. Live. */
export function ownCall<T>(call: () => T): T {
  const before = isOwn
  isOwn = true
  try {
    return call()
  } finally {
    isOwn = before
  }
}

function install(): () => void {
  const undo = [
    replace(Date, 'now', 'Date.now()'),
    replace(Math, 'random', 'Math.random()'),
    replace(globalThis.crypto, 'randomUUID', 'crypto.randomUUID()'),
  ]
  return () => {
    for (const each of undo) each()
  }
}

/** Replaces a global function, unless it cannot be; the answer puts it back, unless others did. */
function replace<Name extends string>(
  target: { readonly [Method in Name]: () => unknown },
  name: Name,
  call: BareCall,
): () => void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  const original = target[name]
  const watching = (...given: readonly unknown[]): unknown => {
    if (!isOwn) watchers.getStore()?.(call)
    return Reflect.apply(original, target, given)
  }
  const isReplaced = Reflect.defineProperty(target, name, {
    value: watching,
    configurable: true,
    writable: true,
  })
  return () => {
    if (!isReplaced || target[name] !== watching) return
    Reflect.deleteProperty(target, name)
    if (before !== undefined) Reflect.defineProperty(target, name, before)
  }
}
