import { describe, expect, it } from 'vitest'
import { parse, readSources, type SourceFile } from './support/source-file.ts'

const banned = ['utils', 'helpers', 'common', 'types', 'manager', 'impl', 'v2', 'legacy']

/** What a comment in `src` may not say: it states the present rule, and nothing of how it came. */
const untimely: Readonly<Record<string, RegExp>> = {
  'a task left open': /\b(TODO|FIXME|XXX|HACK)\b/,
  'a ticket': /(^|[\s(])#\d+\b|\b(?!UTF-|SHA-|ISO-|RFC-|AES-|TLS-|CVE-)[A-Z]{2,}-\d+\b/,
  'a version': /\bv\d+(\.\d+)*\b|(?<![\d.])\d+\.\d+\.\d+(?![.\d])|\b[Vv]ersion \d/,
  history: /@deprecated|@since|\b(formerly|previously|used to be|backwards?[ -]compatib\w+)\b/i,
}

describe('names', () => {
  it('are kebab-case and say what a file defines', () => {
    const folders = ['src', 'test', 'scripts']
    expect(folders.flatMap((folder) => nameFaults(readSources(folder)))).toEqual([])
  })
})

describe('comments in src', () => {
  it('state the present rule', () => {
    expect(commentFaults(readSources('src'))).toEqual([])
  })
})

describe('nameFaults()', () => {
  it('reports a name that is not kebab-case', () => {
    for (const path of ['src/run/runState.ts', 'src/run/Run.ts', 'src/RunKit/a.ts', 'src/a_b.ts']) {
      expect(nameFaults([{ path, text: '' }])).toEqual([`${path} is not kebab-case`])
    }
  })

  it('reports a word that says nothing, wherever it stands', () => {
    for (const path of ['src/run/utils.ts', 'src/run/run-manager.ts', 'src/types/a.ts']) {
      expect(nameFaults([{ path, text: '' }])).toHaveLength(1)
    }
  })

  it('accepts plain names', () => {
    expect(nameFaults([{ path: 'src/run/replay-index.test.ts', text: '' }])).toEqual([])
  })
})

describe('commentFaults()', () => {
  const fault = (comment: string): string[] =>
    commentFaults([{ path: 'src/a.ts', text: `${comment}\nexport const a = 1\n` }])

  it('reports tasks, tickets, versions and history', () => {
    expect(fault('// TODO: later')).toEqual(['src/a.ts:1 speaks of a task left open: TODO'])
    expect(fault('// see #12')).toEqual(['src/a.ts:1 speaks of a ticket: #12'])
    expect(fault('/** ASSAY-7 */')).toEqual(['src/a.ts:1 speaks of a ticket: ASSAY-7'])
    expect(fault('// since v1.2')).toEqual(['src/a.ts:1 speaks of a version: v1.2'])
    expect(fault('/* Formerly a map. */')).toEqual(['src/a.ts:1 speaks of history: Formerly'])
  })

  it('accepts standards, addresses, quoted samples, and the same words in code', () => {
    expect(fault('// SHA-256 over UTF-8, RFC 8785, on 127.0.0.1')).toEqual([])
    expect(fault('// `1.2.3` and "INC-20" are values')).toEqual([])
    expect(fault("export const todo = 'TODO v1.2 #12'")).toEqual([])
  })
})

function nameFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path }) => {
    const parts = path.replace(/(\.test)?\.ts$/, '').split('/')
    if (!parts.every((part) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(part))) {
      return [`${path} is not kebab-case`]
    }
    const word = parts.flatMap((part) => part.split('-')).find((each) => banned.includes(each))
    return word === undefined ? [] : [`${path} is named with "${word}", which says nothing`]
  })
}

function commentFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) =>
    parse(file).comments.flatMap((comment) => {
      const line = file.text.slice(0, comment.start).split('\n').length
      return Object.entries(untimely).flatMap(([what, pattern]) => {
        const said = pattern.exec(withoutQuotes(comment.value))?.[0].trim()
        return said === undefined ? [] : [`${file.path}:${line} speaks of ${what}: ${said}`]
      })
    }),
  )
}

/** What a comment says itself: a quoted sample of data is not its own word. */
function withoutQuotes(comment: string): string {
  return comment.replace(/```[\s\S]*?```|`[^`]*`|"[^"]*"/g, '')
}
