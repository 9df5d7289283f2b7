// Appends to one run, entry by entry, until this process has won its share of the seqs. Prints
// `ready`, starts when told to on stdin, and prints what it won.
import { once } from 'node:events'
import { decided, journalOf } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'

const [path = '', name = '', share = '0'] = process.argv.slice(2)
const [started] = journalOf([])
if (started === undefined) throw new Error('No entry to start with')

console.log('ready')
await once(process.stdin, 'data')
process.stdin.pause()

const store = sqliteStore({ path, durability: 'process' })
const won: number[] = []
let conflicts = 0
let after = 0
while (won.length < Number(share)) {
  const entry = decided({ ...started, seq: after }, { json: name })
  const answer = await store.append('r', [entry], { after, token: 0 })
  if (answer.ok) won.push(answer.lastSeq)
  else conflicts += 1
  if ('lastSeq' in answer) after = answer.lastSeq
}
await store.close()
console.log(JSON.stringify({ won, conflicts }))
