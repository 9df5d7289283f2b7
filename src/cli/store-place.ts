import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JournalStore } from '../store/journal-store.ts'
import { memoryStore } from '../store/memory.ts'
import { sqliteStore } from '../store/sqlite/sqlite-store.ts'

/** Where a command keeps and finds runs. */
export interface StorePlace {
  readonly path: string
  /** The flag that names it again; empty for the default place. */
  readonly flag: string
}

/** The place that `--store` names. Pure, but for the working directory. */
export function storePlace(given: string | undefined): StorePlace {
  const flag = given === undefined ? '' : ` --store ${shellWord(given)}`
  return { path: resolve(given ?? '.assay/assay.db'), flag }
}

/** Opens the store, and creates it at its first use. */
export function openStore({ path }: StorePlace): JournalStore {
  return sqliteStore({ path })
}

/** Opens a store to look into it: where there is none, none is created, and it holds no run. */
export function openToRead({ path }: StorePlace): JournalStore {
  return existsSync(path) ? sqliteStore({ path }) : memoryStore()
}

/** A text as a shell reads it back. Pure. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
