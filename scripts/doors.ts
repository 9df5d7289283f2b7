import { readFileSync } from 'node:fs'

/** A way into the package. */
export interface Door {
  /** As `package.json` lists it: `.`, `./evidence`. */
  readonly subpath: string
  /** The source file behind it, from the root of the repository. */
  readonly source: string
  /** What the build declares for it, from the root of the repository. */
  readonly declarations: string
  /** The name of its API report. */
  readonly report: string
}

/** The doors that `package.json` lists. */
export function readDoors(): Door[] {
  const { exports } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly exports: Readonly<Record<string, string>>
  }
  return Object.entries(exports).flatMap(([subpath, target]) => {
    const path = /^\.\/dist\/(.*)\.js$/.exec(target)?.[1]
    if (path === undefined) return []
    const name = subpath === '.' ? 'index' : subpath.slice(2).replaceAll('/', '-')
    return {
      subpath,
      source: `src/${path}.ts`,
      declarations: `dist/${path}.d.ts`,
      report: `${name}.api.md`,
    }
  })
}
