import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/index.ts'
import { verifyJournal } from '../../src/run/verify.ts'
import { sqliteStore } from '../../src/store/sqlite/index.ts'
import { startChild } from '../support/child.ts'
import { entriesOf } from '../support/journal.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { edited, original } from './edited-workflows.ts'

const folder = temporaryFolder()
const points = [
  'lease-taken',
  'append-before',
  'append-before:2',
  'append-after',
  'append-after:2',
  'dispatch-before',
  'dispatch-after',
  'settle-before',
  'settle-after',
]

/** How often each step happened. */
function counted(log: string): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  const names = existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(0, -1) : []
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1
  return counts
}

/** Records run `r`, and kills a process that goes on with edited code at a crash point. */
async function killed(mode: 'resume' | 'fork', point: string): Promise<readonly [string, string]> {
  const place = join(folder, `${mode}-${point.replace(':', '-')}`)
  const [path, log] = [`${place}.db`, `${place}.log`]
  const engine = createEngine({ store: sqliteStore({ path }) })
  await engine.run(original(log), undefined, { runId: 'r' }).result
  await engine.close()
  const shell = `ASSAY_CRASH_AT=${point} exec "$@"`
  const child = startChild('crash/edited-child.ts', [mode, path, log], shell)
  await child.ended()
  expect(child.process.signalCode).toBe('SIGKILL')
  return [path, log]
}

describe.each(points)('a process that is killed at %s', (point) => {
  const value = ['x', 'c', 'a', 'b']
  const most = point === 'dispatch-after' || point === 'append-before:2' ? 2 : 1

  it('repeats nothing that it adopted', async () => {
    const [path, log] = await killed('resume', point)
    const store = sqliteStore({ path })
    const engine = createEngine({ store })
    const outcome = await engine.resume('r', edited(log)).result
    expect(outcome).toMatchObject({ status: 'ok', value })
    const { x = 0, ...recorded } = counted(log)
    expect(recorded).toEqual({ a: 1, b: 1, c: 1 })
    expect(x).toBeLessThanOrEqual(most)
    expect(await verifyJournal(store, 'r')).toMatchObject({ ok: true })
    const before = await entriesOf(store, 'r')
    expect(await engine.resume('r', edited(log)).result).toMatchObject({ value })
    expect(await entriesOf(store, 'r')).toEqual(before)
    await engine.close()
  })

  it('leaves a whole fork that can be resumed, or none', async () => {
    const [path, log] = await killed('fork', point)
    const store = sqliteStore({ path })
    const engine = createEngine({ store })
    const ids = (await Array.fromAsync(engine.runs())).map(({ runId }) => runId)
    const [fork] = ids.filter((id) => id !== 'r')
    expect(fork === undefined).toBe(point === 'lease-taken')
    const workflow = edited(log)
    const handle =
      fork === undefined ? engine.fork('r', { workflow }) : engine.resume(fork, workflow)
    expect(await handle.result).toMatchObject({ status: 'ok', value })
    const { x = 0, ...recorded } = counted(log)
    expect(recorded).toEqual({ a: 1, b: 1, c: 1 })
    expect(x).toBeLessThanOrEqual(most)
    expect(await verifyJournal(store, handle.runId)).toMatchObject({ ok: true })
    expect((await entriesOf(store, 'r')).at(-1)).toMatchObject({ type: 'run-settled', seq: 8 })
    await engine.close()
  })
})
