import { describe, expect, it } from 'vitest'
import { sha256 } from '../kernel/hash.ts'
import { memoryResolver } from './memory.ts'

describe('memoryResolver()', () => {
  it.each([
    ['no final line end', 'a\nb', ['a', 'b']],
    ['a final line end', 'a\nb\n', ['a', 'b']],
    ['CRLF', 'a\r\nb\r\n', ['a', 'b']],
    ['a byte order mark', '\ufeffa\nb', ['a', 'b']],
    ['an empty line at the end', 'a\n\n', ['a', '']],
    ['an empty file', '', []],
  ])('counts lines as an editor does with %s', (_, text, lines) => {
    expect(memoryResolver({ 'a.txt': text }).lines('a.txt')).toEqual(lines)
  })

  it('resolves lines from 1, by any spelling of the path', () => {
    const snapshot = memoryResolver({ './x/a.txt': 'one\ntwo' })
    expect(snapshot.paths()).toEqual(['x/a.txt'])
    expect(snapshot.resolve({ path: 'x/./a.txt', line: 2 })).toBe('two')
    expect(snapshot.resolve({ path: 'x/a.txt', line: 0 })).toBeUndefined()
    expect(snapshot.resolve({ path: 'x/a.txt', line: 3 })).toBeUndefined()
    expect(snapshot.resolve({ path: '../x/a.txt', line: 1 })).toBeUndefined()
    expect(snapshot.hash('x/a.txt')).toBe(sha256('one\ntwo'))
    expect(snapshot.lines('__proto__')).toBeUndefined()
  })

  it.each([
    [{ '../a.txt': '' }, '"files"'],
    [{ 'a.txt': 5 as never }, 'a.txt'],
    [{ 'a.txt': '', './a.txt': '' }, '"a.txt"'],
  ])('refuses bad files %#', (files, words) => {
    expect(() => memoryResolver(files)).toThrow(words)
  })
})
