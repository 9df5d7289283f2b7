import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { collect } from '../../src/store/conformance/fixture.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { startChild } from '../support/child.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()

interface Report {
  readonly won: readonly number[]
  readonly conflicts: number
}

describe('sqliteStore()', () => {
  it('gives each seq to one of several processes, without a gap', async () => {
    const path = join(folder, 'append.db')
    const names = ['one', 'two', 'three']
    const reports = (await together('contend/writer.ts', path, names, '100')) as Report[]
    const store = sqliteStore({ path })
    const entries = await collect(store.read('r'))
    await store.close()
    const writers = entries.map((entry) => entry.type === 'decided' && entry.value.json)
    const seqs = Array.from({ length: 300 }, (_, index) => index + 1)
    expect(entries.map((entry) => entry.seq)).toEqual(seqs)
    expect(reports.flatMap((report) => report.won).toSorted((a, b) => a - b)).toEqual(seqs)
    for (const [index, { won }] of reports.entries()) {
      expect(new Set(won.map((seq) => writers[seq - 1]))).toEqual(new Set([names[index]]))
    }
    expect(reports.reduce((sum, report) => sum + report.conflicts, 0)).toBeGreaterThan(0)
  })

  it('gives the lease to one of several processes that create the file together', async () => {
    const path = join(folder, 'lease.db')
    const names = ['one', 'two', 'three', 'four']
    const answers = (await together('contend/lease-taker.ts', path, names)) as { ok: boolean }[]
    expect(answers.filter((answer) => answer.ok)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.ok)).toHaveLength(3)
  })

  it('keeps whole batches, and all that was answered, when its process is killed', async () => {
    const path = join(folder, 'killed.db')
    const child = startChild('contend/endless-writer.ts', [path])
    let answered = 0
    while (answered < 200) answered = Number(await child.line())
    child.process.kill('SIGKILL')
    await child.ended()
    const store = sqliteStore({ path })
    const entries = await collect(store.read('r'))
    await store.close()
    expect(entries.length).toBeGreaterThanOrEqual(answered)
    expect(entries.length % 2).toBe(0)
  })

  it('fails all that waited when the disk is full, keeps none of it, and goes on', async () => {
    const path = join(folder, 'cramped.db')
    const child = startChild('contend/cramped-writer.ts', [path], 'ulimit -f 1000; exec "$@"')
    const reason = expect.stringContaining(path) as unknown
    expect(JSON.parse(await child.line())).toEqual({
      failed: [
        { operation: 'append', reason },
        { operation: 'append', reason },
      ],
      again: { ok: true, lastSeq: 2 },
    })
    await child.ended()
  })
})

/** Runs a script in several processes that start together; what each printed at its end. */
async function together(
  script: string,
  path: string,
  names: readonly string[],
  ...args: readonly string[]
): Promise<unknown[]> {
  const children = names.map((name) => startChild(script, [path, name, ...args]))
  await Promise.all(children.map((child) => child.line()))
  for (const child of children) child.process.stdin.end('go\n')
  return Promise.all(children.map(async (child) => JSON.parse(await child.line()) as unknown))
}
