import { describe, expect, it } from 'vitest'
import { groupCommit, type Transaction } from './group-commit.ts'

describe('groupCommit()', () => {
  it('runs what waits together in one transaction, in the order of the calls', async () => {
    const { log, transaction } = recording()
    const commits = groupCommit(transaction)
    const answers = await Promise.all([
      commits.write('one', () => log.push('one')),
      commits.write('two', () => log.push('two')),
    ])
    expect(log).toEqual(['begin', 'one', 'two', 'commit'])
    expect(answers).toEqual([2, 3])
  })

  it('resolves nothing before the commit', async () => {
    const { log, transaction } = recording()
    const writing = groupCommit(transaction)
      .write('one', () => undefined)
      .then(() => log.push('resolved'))
    await writing
    expect(log).toEqual(['begin', 'commit', 'resolved'])
  })

  it('fails the whole batch when a write throws, and starts the next one clean', async () => {
    const { log, transaction } = recording()
    const commits = groupCommit(transaction)
    const settled = await Promise.allSettled([
      commits.write('one', () => 'kept'),
      commits.write('two', () => {
        throw new Error('disk full')
      }),
    ])
    expect(settled.map((each) => each.status === 'rejected' && String(each.reason))).toEqual([
      'Error: one: disk full',
      'Error: two: disk full',
    ])
    await expect(commits.write('three', () => 3)).resolves.toBe(3)
    expect(log).toEqual(['begin', 'rollback', 'begin', 'commit'])
  })

  it('fails the whole batch when the commit throws', async () => {
    const { log, transaction } = recording({ commit: ['disk full'] })
    const commits = groupCommit(transaction)
    await expect(commits.write('one', () => 1)).rejects.toThrow('one: disk full')
    await expect(commits.write('two', () => 2)).resolves.toBe(2)
    expect(log).toEqual(['begin', 'commit', 'rollback', 'begin', 'commit'])
  })

  it('begins again while another process writes, and lets later writes join', async () => {
    const { log, transaction } = recording({ begin: ['busy', 'busy'] })
    let second: Promise<unknown> | undefined
    const commits = groupCommit({
      ...transaction,
      isBusy(cause) {
        second ??= commits.write('two', () => log.push('two'))
        return transaction.isBusy(cause)
      },
    })
    await commits.write('one', () => log.push('one'))
    await second
    expect(log).toEqual(['begin', 'begin', 'begin', 'one', 'two', 'commit'])
  })

  it('gives up when another process never stops writing', async () => {
    const { log, transaction } = recording({ begin: Array.from({ length: 50 }, () => 'busy') })
    const commits = groupCommit(transaction)
    await expect(commits.write('one', () => 1)).rejects.toThrow('one: busy')
    expect(log).toHaveLength(50)
    await expect(commits.write('two', () => 2)).resolves.toBe(2)
  })

  it('says when nothing waits any more', async () => {
    const { log, transaction } = recording()
    const commits = groupCommit(transaction)
    void commits.write('one', () => undefined)
    await commits.drained()
    expect(log).toEqual(['begin', 'commit'])
  })
})

interface Faults {
  readonly begin?: readonly string[]
  readonly commit?: readonly string[]
}

/** A transaction that notes its moves; each fault makes one move of that kind throw. */
function recording(faults: Faults = {}): { log: string[]; transaction: Transaction } {
  const log: string[] = []
  const left = { begin: [...(faults.begin ?? [])], commit: [...(faults.commit ?? [])] }
  const move = (name: 'begin' | 'commit'): void => {
    log.push(name)
    const fault = left[name].shift()
    if (fault !== undefined) throw new Error(fault)
  }
  const transaction: Transaction = {
    begin: () => move('begin'),
    commit: () => move('commit'),
    rollback: () => void log.push('rollback'),
    isBusy: (cause) => cause instanceof Error && cause.message === 'busy',
    failure: (operation, cause) => new Error(`${operation}: ${(cause as Error).message}`),
  }
  return { log, transaction }
}
