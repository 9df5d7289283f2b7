import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'

/** A new folder that is gone when the tests of this file are done. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
