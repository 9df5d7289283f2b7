import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Writes a small incident folder whose sources disagree on one value, and returns its path. */
export function incidentFolder(within: string): string {
  const folder = join(within, 'incident')
  mkdirSync(folder)
  writeFileSync(join(folder, 'run-book.md'), '# Run book\n\n- pool_max: 40\n- Do not restart.\n')
  writeFileSync(join(folder, 'deployed.yaml'), 'service: api\npool_max: 4\n')
  writeFileSync(join(folder, 'api.log'), '09:12:31 pool opened pool_max=4\n09:14:02 ready\n')
  return folder
}
