// Appends more than its file may hold (the parent limits that), then something small.
import { AssayError } from '../../src/kernel/error.ts'
import { journalOf } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'

const [path = ''] = process.argv.slice(2)
const store = sqliteStore({ path })
const guard = { after: 0, token: 0 }
const small = journalOf(['small'])
const data = (error: unknown): unknown => (AssayError.is(error) ? error.data : String(error))
const failed = await Promise.all([
  store.append('small', small, guard).catch(data),
  store.append('big', journalOf(['x'.repeat(3_000_000)]), guard).catch(data),
])
const again = await store.append('small', small, guard)
await store.close()
console.log(JSON.stringify({ failed, again }))
