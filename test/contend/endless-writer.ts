// Appends pairs of entries without end, and prints the last seq after each durable append.
import { decided, journalOf } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'

const [path = ''] = process.argv.slice(2)
const store = sqliteStore({ path, durability: 'process' })
const [started] = journalOf([])
if (started === undefined) throw new Error('No entry to start with')

for (let after = 0; ; after += 2) {
  const one = decided({ ...started, seq: after }, { json: after })
  const two = decided(one, { json: after })
  await store.append('r', [one, two], { after, token: 0 })
  process.stdout.write(`${after + 2}\n`)
}
