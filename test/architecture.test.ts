import { describe, expect, it } from 'vitest'
import { readDoors } from '../scripts/doors.ts'
import {
  importsOf,
  parse,
  readSources,
  resolveImport,
  type SourceFile,
} from './support/source-file.ts'

const foundation = ['kernel', 'journal']
const core = [...foundation, 'evidence', 'findings', 'budget']
const ports = ['store', 'model', 'snapshot']
const drivers = [...core, ...ports, 'run']
const agents = [...drivers, 'agent', 'reader']
const composed = [...agents, 'orchestrator', 'race', 'engine']

/** Folder → folders that it may import. The one place where the direction of imports is decided. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  journal: ['kernel'],
  evidence: foundation,
  findings: foundation,
  budget: foundation,
  store: foundation,
  model: foundation,
  // Implements the port that evidence/ declares: what citations are resolved against.
  snapshot: [...foundation, 'evidence'],
  run: [...core, ...ports],
  agent: drivers,
  reader: [...core, ...ports],
  orchestrator: agents,
  race: agents,
  engine: composed,
  cli: composed,
  inspector: composed,
  testing: composed,
  // The front door.
  '': composed,
}

/** Folders that decide and never act: they reach no disk, network or process. */
const pure = core
const acting = /^node:(fs|child_process|cluster|dgram|dns|http|net|os|sqlite|timers|tls|worker_thr)/

const sources = readSources('src')
const doors = readDoors().map((door) => door.source)

describe('architecture', () => {
  it('imports only downwards, types included', () => {
    expect(climbs(sources)).toEqual([])
  })

  it('has no circle of files, types included', () => {
    expect(circles(sources)).toEqual([])
  })

  it('keeps disk, network and processes out of the functional core', () => {
    expect(acts(sources)).toEqual([])
  })

  it('has doors that only re-export, which nothing inside goes through', () => {
    expect(doorFaults(sources, doors)).toEqual([])
  })
})

describe('climbs()', () => {
  it('reports an import that climbs, in every form', () => {
    for (const text of [
      "import { run } from '../run/run.ts'",
      "import type { Run } from '../run/run.ts'",
      "export { run } from '../run/run.ts'",
      "export const later = () => import('../run/run.ts')",
      "export type Run = import('../run/run.ts').Run",
    ]) {
      expect(climbs([{ path: 'src/budget/account.ts', text }])).toEqual([
        'src/budget/account.ts → src/run/run.ts',
      ])
    }
  })

  it('reports a folder that the table does not hold, on both ends', () => {
    const stray = { path: 'src/stray/a.ts', text: '' }
    const guest = { path: 'src/cli/main.ts', text: "import '../stray/a.ts'" }
    expect(climbs([stray])).toEqual(['src/stray/a.ts is in no folder of the table'])
    expect(climbs([guest])).toEqual(['src/cli/main.ts → src/stray/a.ts'])
  })

  it('reports an import that leaves src, and the testing kit outside of tests', () => {
    const text = "import '../../test/a.ts'; import '../testing/clock.ts'"
    expect(climbs([{ path: 'src/run/run.ts', text }])).toHaveLength(2)
    expect(climbs([{ path: 'src/run/run.test.ts', text }])).toEqual([
      'src/run/run.test.ts → test/a.ts',
    ])
  })

  it('lets a door re-export from any folder below the faces', () => {
    const text = "export { a } from '../snapshot/a.ts'; export { b } from '../cli/b.ts'"
    expect(climbs([{ path: 'src/evidence/index.ts', text }])).toEqual([
      'src/evidence/index.ts → src/cli/b.ts',
    ])
  })

  it('lets tests beside the code use the support of all tests', () => {
    const text = "import '../../test/support/a.ts'"
    expect(climbs([{ path: 'src/run/run.test.ts', text }])).toEqual([])
    expect(climbs([{ path: 'src/run/run.ts', text }])).toHaveLength(1)
  })

  it('allows what points down', () => {
    const text = "import { hashOf } from '../kernel/hash.ts'; import { a } from './a.ts'"
    expect(climbs([{ path: 'src/budget/account.ts', text }])).toEqual([])
  })
})

describe('circles()', () => {
  it('reports files that import each other, even for a type', () => {
    const a = { path: 'src/run/a.ts', text: "import { b } from './b.ts'" }
    const b = { path: 'src/run/b.ts', text: "import type { A } from './a.ts'" }
    expect(circles([a, b])).toEqual(['src/run/a.ts → src/run/b.ts → src/run/a.ts'])
    expect(circles([a, { ...b, text: '' }])).toEqual([])
  })
})

describe('acts()', () => {
  it('reports a core file that reads the disk, and lets an adapter do it', () => {
    const text = "import { readFileSync } from 'node:fs'"
    expect(acts([{ path: 'src/evidence/verdict.ts', text }])).toEqual([
      'src/evidence/verdict.ts → node:fs',
    ])
    expect(acts([{ path: 'src/snapshot/folder.ts', text }])).toEqual([])
  })
})

describe('doorFaults()', () => {
  const door = { path: 'src/evidence/index.ts', text: "export { a } from './a.ts'" }

  it('reports a door that does more than re-export names', () => {
    for (const text of ["export * from './a.ts'", 'export const a = 1', "import './a.ts'"]) {
      expect(doorFaults([{ ...door, text }], [door.path])).toEqual([
        'src/evidence/index.ts may only re-export names',
      ])
    }
    expect(doorFaults([door], [door.path])).toEqual([])
  })

  it('reports an import through a door, and through the name of the package', () => {
    const text = "import { a } from '../evidence/index.ts'; import { b } from 'assay/evidence'"
    expect(doorFaults([door, { path: 'src/run/run.ts', text }], [door.path])).toEqual([
      'src/run/run.ts goes through the door ../evidence/index.ts',
      'src/run/run.ts goes through the door assay/evidence',
    ])
  })

  it('reports an index that package.json does not list', () => {
    expect(doorFaults([door], [])).toEqual(['src/evidence/index.ts is no door of package.json'])
  })
})

/** Every import that the table does not allow, as `file → file`. */
function climbs(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const folder = folderOf(file.path)
    const allowed = doors.includes(file.path) ? composed : mayImport[folder ?? '?']
    if (allowed === undefined) return [`${file.path} is in no folder of the table`]
    const isTest = file.path.endsWith('.test.ts')
    return targetsOf(file)
      .filter((target) => {
        const into = folderOf(target)
        if (into === undefined) return !(isTest && target.startsWith('test/support/'))
        return into !== folder && !allowed.includes(into) && !(isTest && into === 'testing')
      })
      .map((target) => `${file.path} → ${target}`)
  })
}

/** Every circle of imports, once, as the chain of its files. */
function circles(files: readonly SourceFile[]): string[] {
  const targets = new Map(files.map((file) => [file.path, targetsOf(file)]))
  const found: string[] = []
  const done = new Set<string>()
  const follow = (path: string, trail: readonly string[]): void => {
    const at = trail.indexOf(path)
    if (at >= 0) found.push([...trail.slice(at), path].join(' → '))
    if (at >= 0 || done.has(path)) return
    for (const target of targets.get(path) ?? []) follow(target, [...trail, path])
    done.add(path)
  }
  for (const file of files) follow(file.path, [])
  return found
}

/** Every import by which the functional core could act on the world. */
function acts(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => pure.includes(folderOf(file.path) ?? '') && folderOf(file.path) !== 'kernel')
    .flatMap((file) =>
      importsOf(file)
        .filter((specifier) => acting.test(specifier))
        .map((specifier) => `${file.path} → ${specifier}`),
    )
}

/** What is wrong with the doors, and with those that go through them. */
function doorFaults(files: readonly SourceFile[], listed: readonly string[]): string[] {
  return files.flatMap((file) => {
    const through = importsOf(file)
      .filter((specifier) => /\/index\.ts$|^assay(\/|$)/.test(specifier))
      .map((specifier) => `${file.path} goes through the door ${specifier}`)
    if (!file.path.endsWith('/index.ts')) return through
    if (!listed.includes(file.path)) return [...through, `${file.path} is no door of package.json`]
    const reExports = parse(file).program.body.every(
      (node) => node.type === 'ExportNamedDeclaration' && node.source !== null,
    )
    return reExports ? through : [...through, `${file.path} may only re-export names`]
  })
}

function targetsOf(file: SourceFile): string[] {
  return importsOf(file).flatMap((specifier) => resolveImport(file.path, specifier) ?? [])
}

/** The first folder below `src`, the empty name for a file in `src` itself. */
function folderOf(path: string): string | undefined {
  const [root, folder = '', rest] = path.split('/')
  if (root !== 'src') return undefined
  return rest === undefined ? '' : folder
}
