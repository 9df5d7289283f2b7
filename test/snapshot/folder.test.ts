import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { sha256 } from '../../src/kernel/hash.ts'
import { folderResolver } from '../../src/snapshot/folder.ts'

const root = mkdtempSync(join(tmpdir(), 'assay-snapshot-'))
const outside = mkdtempSync(join(tmpdir(), 'assay-outside-'))
afterAll(() => {
  for (const folder of [root, outside]) rmSync(folder, { recursive: true })
})
for (const folder of ['b', '.assay', '.git', 'node_modules/x'])
  mkdirSync(join(root, folder), { recursive: true })
writeFileSync(join(outside, 'secret.txt'), 'secret')
writeFileSync(join(root, 'b/two.txt'), '\ufeffone\r\ntwo\r\n')
writeFileSync(join(root, 'a.txt'), 'alone')
writeFileSync(join(root, 'binary.dat'), new Uint8Array([1, 0, 2]))
writeFileSync(join(root, '.assay/assay.db'), 'x')
writeFileSync(join(root, '.git/config'), 'x')
writeFileSync(join(root, 'node_modules/x/index.js'), 'x')
symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'))

describe('folderResolver()', () => {
  it('serves the text files in stable order, lines as an editor counts them', async () => {
    const snapshot = await folderResolver(root)
    expect(snapshot.paths()).toEqual(['a.txt', 'b/two.txt'])
    expect(snapshot.lines('b/two.txt')).toEqual(['one', 'two'])
    expect(snapshot.resolve({ path: 'a.txt', line: 1 })).toBe('alone')
    expect(snapshot.hash('b/two.txt')).toBe(sha256('\ufeffone\r\ntwo\r\n'))
  })

  it('names what it does not serve, and follows no link out of the root', async () => {
    const { skipped } = await folderResolver(root)
    expect(skipped.map(({ path }) => path)).toEqual([
      '.assay',
      '.git',
      'binary.dat',
      'link.txt',
      'node_modules',
    ])
    expect(skipped.find(({ path }) => path === 'binary.dat')?.reason).toContain('NUL')
  })

  it.each([join(root, 'gone'), join(root, 'a.txt'), ''])(
    'refuses the root %j by name',
    async (bad) => {
      await expect(folderResolver(bad)).rejects.toMatchObject({
        code: 'invalid-argument',
        data: { name: 'root', value: expect.stringContaining(bad.slice(-20)) as string },
      })
    },
  )

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(folderResolver(root, { signal })).rejects.toThrow('enough')
  })
})
