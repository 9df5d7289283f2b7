import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Entry } from '../../src/journal/entry.ts'
import { nextTurn } from '../../src/kernel/clock.ts'
import { sqliteStore } from '../../src/store/sqlite/sqlite-store.ts'
import { type Child, startChild } from '../support/child.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const folder = temporaryFolder()
const script = 'contend/outside-input.ts'

/** Starts processes that send a message as soon as they are all ready. */
async function senders(path: string, args: readonly (readonly string[])[]): Promise<unknown[]> {
  const children = args.map(([mode = '', value = '']) => startChild(script, [mode, path, value]))
  for (const child of children) expect(await child.line()).toBe('ready')
  for (const child of children) child.process.stdin.write('go\n')
  return Promise.all(children.map(async (child) => JSON.parse(await child.line()) as unknown))
}

async function driven(path: string): Promise<Child> {
  const driver = startChild(script, ['drive', path])
  expect(await driver.line()).toBe('entered')
  const store = sqliteStore({ path })
  const isAwaited = async (): Promise<boolean> =>
    (await Array.fromAsync(store.read('r'))).some(({ type }) => type === 'signal-awaited')
  while (!(await isAwaited())) await nextTurn()
  await store.close()
  return driver
}

async function entriesOf(path: string): Promise<readonly Entry[]> {
  const store = sqliteStore({ path })
  const entries = await Array.fromAsync(store.read('r'))
  expect(await store.inbox('r')).toEqual([])
  await store.close()
  return entries
}

describe('messages of other processes to a live run', { timeout: 60_000 }, () => {
  it('answer a signal once: one sender is told so, and the driver goes on undisturbed', async () => {
    const path = join(folder, 'signal.db')
    const driver = await driven(path)
    const names = ['a', 'b', 'c', 'd', 'e']
    const answers = await senders(
      path,
      names.map((name) => ['signal', name]),
    )
    const winner = names[answers.findIndex((each) => (each as { ok: boolean }).ok)]
    expect(answers.filter((each) => (each as { ok: boolean }).ok)).toHaveLength(1)
    expect(answers.filter((each) => !(each as { ok: boolean }).ok)).toEqual(
      Array(4).fill({ ok: false, reason: 'already-answered' }),
    )
    expect(await driver.line()).toBe('answered')
    driver.process.stdin.write('go\n')
    expect(JSON.parse(await driver.line())).toEqual({ status: 'ok', value: { answer: winner } })
    const received = (await entriesOf(path)).filter(({ type }) => type === 'signal-received')
    expect(received).toHaveLength(1)
  })

  it('cancel it: every sender is answered, and it ends as cancelled', async () => {
    const path = join(folder, 'cancel.db')
    const driver = await driven(path)
    const answers = await senders(path, [['cancel'], ['cancel'], ['cancel']])
    expect(answers).toContainEqual({ ok: true })
    expect(JSON.parse(await driver.line())).toEqual({ status: 'cancelled' })
    const entries = await entriesOf(path)
    expect(entries.filter(({ type }) => type === 'cancel-requested')).toHaveLength(1)
    expect(entries.at(-1)).toMatchObject({ type: 'run-settled', status: 'cancelled' })
  })

  it('cancel one whose driver dies meanwhile: the sender ends it', async () => {
    const path = join(folder, 'dead.db')
    const driver = await driven(path)
    driver.process.kill('SIGSTOP')
    const answering = senders(path, [['cancel']])
    const store = sqliteStore({ path })
    while ((await store.inbox('r')).length === 0) await nextTurn()
    await store.close()
    driver.process.kill('SIGKILL')
    expect(await answering).toEqual([{ ok: true }])
    const entries = await entriesOf(path)
    expect(entries.at(-1)).toMatchObject({ type: 'run-settled', status: 'cancelled' })
  })
})
