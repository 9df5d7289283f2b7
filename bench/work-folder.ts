import { mkdirSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../node_modules/.cache/bench')

/** Hands out an empty folder on the project's own disk, for as long as `body` runs. */
export async function inFolder<T>(body: (folder: string) => T | Promise<T>): Promise<T> {
  mkdirSync(root, { recursive: true })
  const folder = mkdtempSync(join(root, 'run-'))
  try {
    return await body(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** What kind of file system the figures were taken on. */
export function diskKind(): string {
  mkdirSync(root, { recursive: true })
  const { type } = statfsSync(root)
  return kinds[type] ?? `file system 0x${type.toString(16)}`
}

const kinds: Readonly<Record<number, string>> = {
  0xef53: 'ext4',
  0x58465342: 'xfs',
  0x9123683e: 'btrfs',
  0x794c7630: 'overlay',
  0x01021994: 'tmpfs',
}
