import { checkFunction } from '../../kernel/options.ts'
import { appendCases } from './append.ts'
import { blobCases } from './blob.ts'
import { closeCases } from './close.ts'
import { deleteCases } from './delete.ts'
import type { ConformanceCase, MakeStore } from './fixture.ts'
import { inboxCases } from './inbox.ts'
import { leaseCases } from './lease.ts'
import { listCases } from './list.ts'
import { readCases } from './read.ts'
import { spendCases } from './spend.ts'

/**
 * Everything that a `JournalStore` must do, as cases for any test runner.
 *
 * Pure: nothing happens before a case is run.
 *
 * @param makeStore Makes an empty store that tells time by the clock it is handed. Called once a
 * case; the case closes the store.
 * @returns The cases. `run()` rejects with an `AssertionError` where the store falls short.
 * @throws {AssayError} `invalid-argument` if `makeStore` is no function.
 *
 * @example
 * ```ts
 * for (const { name, run } of journalStoreConformance(({ clock }) => memoryStore({ clock }))) {
 *   it(name, run)
 * }
 * ```
 */
export function journalStoreConformance(makeStore: MakeStore): readonly ConformanceCase[] {
  checkFunction('makeStore', makeStore)
  return [
    ...appendCases(makeStore),
    ...readCases(makeStore),
    ...leaseCases(makeStore),
    ...blobCases(makeStore),
    ...inboxCases(makeStore),
    ...listCases(makeStore),
    ...spendCases(makeStore),
    ...deleteCases(makeStore),
    ...closeCases(makeStore),
  ]
}
