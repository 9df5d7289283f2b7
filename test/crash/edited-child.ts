/**
 * Resumes or forks run `r` with edited code, in a process of its own.
 *
 *   node edited-child.ts resume|fork STORE LOG
 */
import { createEngine } from '../../src/engine/create-engine.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { edited } from './edited-workflows.ts'

const [mode = '', path = '', log = ''] = process.argv.slice(2)
const engine = createEngine({ store: sqliteStore({ path }) })
const workflow = edited(log)
const handle = mode === 'fork' ? engine.fork('r', { workflow }) : engine.resume('r', workflow)
console.log((await handle.result).status)
await engine.close()
