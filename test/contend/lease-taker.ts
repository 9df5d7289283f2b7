// Takes the lease of one run when told to on stdin, and prints the answer.
import { once } from 'node:events'
import { owner } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'

const [path = '', name = ''] = process.argv.slice(2)

console.log('ready')
await once(process.stdin, 'data')
process.stdin.pause()

const store = sqliteStore({ path, durability: 'process' })
const answer = await store.lease('r', owner(name))
await store.close()
console.log(JSON.stringify(answer))
