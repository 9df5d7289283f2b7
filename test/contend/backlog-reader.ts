// Reads a run's events to a seq, and says whether they came in order.
import { createEngine } from '../../src/engine/create-engine.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'

const [path = '', last = '0'] = process.argv.slice(2)
const engine = createEngine({ store: sqliteStore({ path }) })
let expected = 1
for await (const event of engine.events('r')) {
  if (event.type !== 'entry' || event.seq !== expected) throw new Error(JSON.stringify(event))
  if (event.seq === Number(last)) break
  expected += 1
}
console.log(`${expected} in order`)
await engine.close()
