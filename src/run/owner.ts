import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { Owner } from '../store/journal-store.ts'

/** Describes this process so that another one can later prove it dead. Live. */
export function thisOwner(id: string): Owner {
  return {
    id,
    host: hostname(),
    pid: process.pid,
    bootId: bootId(),
    pidNamespace: pidNamespace(),
    processStart: processStart(process.pid) ?? '',
  }
}

/**
 * Whether an owner is provably dead: a process of this machine, boot and PID namespace that no
 * longer exists, is a zombie, or has given its number to another process. Where that cannot be
 * proved the answer is no, and its lease has to expire. Live.
 */
export function isProvablyDead(owner: Owner): boolean {
  if (owner.bootId === '' || owner.processStart === '') return false
  if (owner.bootId !== bootId() || owner.pidNamespace !== pidNamespace()) return false
  return processStart(owner.pid) !== owner.processStart
}

/** Names an owner for people. Pure. */
export function ownerName(owner: Owner): string {
  return `process ${owner.pid} on ${owner.host}`
}

function bootId(): string {
  return read('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Start time of a living process in clock ticks since boot; the 22nd field of its `stat` file. */
function processStart(pid: number): string | undefined {
  const stat = read(`/proc/${pid}/stat`)
  if (stat === undefined) return undefined
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
