import { parseReport } from '../evidence/anchors/parse-report.ts'

const plainPath = /^\w[\w./@+$-]*$/

/** The citation of a line in brackets, as code where its path holds more than plain letters. Pure. */
export function citationOf({
  path,
  line,
}: {
  readonly path: string
  readonly line: number
}): string {
  const place = `${path}:${line}`
  return `[${/[^\w./@+~$-]/.test(path) ? `\`${place}\`` : place}]`
}

/** Whether a citation of the file is read back as one: not with a colon in its name. Pure. */
export function isCitable(path: string): boolean {
  if (plainPath.test(path)) return true
  const bullet = `- “x” ${citationOf({ path, line: 1 })}`
  const { sentences } = parseReport(bullet, { paths: [path] })
  const [target, ...others] = sentences.flatMap(({ citations }) =>
    citations.map((each) => each.target),
  )
  return others.length === 0 && target?.kind === 'lines' && target.anchor.path === path
}
